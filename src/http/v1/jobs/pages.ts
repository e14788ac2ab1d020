/** Which jobs are listed, and which images of a job. */
import { numberWithin } from '../../../parameters/numbers.js'
import { field } from '../../fields.js'
import { bookmark, pageLimit } from '../../paging.js'
import { MOST_URLS } from './request.js'

/** Images of a job in one answer, unless told otherwise. */
export const ITEMS = 100

export const listFields = {
  limit: field(pageLimit, 'How many at most.', '20'),
  before: field(bookmark, 'The `next` of the page before; the newest jobs unless given.'),
}

export const itemFields = {
  after: field(numberWithin({ min: 0, max: MOST_URLS, whole: true }), 'The `next` of the page before.', '0'),
  limit: field(numberWithin({ min: 1, max: MOST_URLS, whole: true }), 'How many images at most.', String(ITEMS)),
}
