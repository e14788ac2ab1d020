/** Long lists, a page at a time, from new to old. */
export type { Bookmark, Page, PageRequest } from '../../db/port.js'
