/** Das Protokoll der Anfragen, eines Kontos oder aller. */
import type * as en from '../en/requests.js'

const kept = (days: number): string => (days === 1 ? 'einen Tag' : `${days} Tage`)
const unrecorded = 'Fotos, Adressen, Dateinamen und Beschreibungen werden nicht aufgezeichnet.'

export const requests: typeof en.requests = {
  title: 'Anfragen',
  nav: 'Anfragen',
  lead: (days) => `Alle API-Aufrufe mit einem Ihrer Schlüssel, ${kept(days)} lang aufbewahrt. ${unrecorded}`,
  leadOfAll: (days) => `Alle API-Aufrufe mit einem bekannten Schlüssel, ${kept(days)} lang aufbewahrt. ${unrecorded}`,
  off: 'Dieser Server führt kein Protokoll der Anfragen (REQUEST_LOG_DAYS ist 0).',
  list: 'Anfragen, neueste zuerst',
  filters: 'Filter',
  time: 'Zeit',
  route: 'Endpunkt',
  request: 'Anfrage',
  status: 'Status',
  code: 'Fehlercode',
  key: 'Schlüssel',
  account: 'Konto',
  duration: 'Dauer',
  credits: 'Credits',
  id: 'Anfrage-ID',
  copyId: (id) => `Anfrage-ID ${id} kopieren`,
  any: 'Alle',
  statuses: { 2: 'Erfolgreich (2xx)', 4: 'Abgelehnt (4xx)', 5: 'Fehlgeschlagen (5xx)' },
  gone: 'Client getrennt',
  watermarks: {
    preview: 'Mit Wasserzeichen: eine Vorschau war gewünscht',
    no_credit: 'Mit Wasserzeichen: zu wenig Guthaben, um bei size=auto die volle Größe zu liefern',
  },
  goneKey: 'Gelöschter Schlüssel',
  goneAccount: 'Gelöschtes Konto',
  range: 'Zeitraum',
  ranges: { '1h': 'Letzte Stunde', '24h': 'Letzte 24 Stunden', '7d': 'Letzte 7 Tage', custom: 'Eigener' },
  from: 'Von',
  to: 'Bis',
  clear: 'Filter zurücksetzen',
  live: 'Live',
  liveHint: 'Neue Anfragen erscheinen automatisch.',
  csv: 'CSV herunterladen',
  empty: 'Noch keine Anfragen',
  emptyText: 'Aufrufe mit einem Ihrer Schlüssel erscheinen hier, kurz nachdem sie beantwortet sind.',
  noMatch: 'Keine Anfrage passt zu diesen Filtern.',
  noMatchText: 'Versuchen Sie einen längeren Zeitraum oder weniger Filter.',
}
