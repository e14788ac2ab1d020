import { createLocalAnnouncements } from '../../src/announcements/local.js'
import { announcementsContract } from './announcements.js'

announcementsContract('Announcements of one server', async () => createLocalAnnouncements())
