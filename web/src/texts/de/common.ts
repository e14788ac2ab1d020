/** Texte, die mehrere Seiten teilen. */
import type * as en from '../en/common.js'

export const LOCALE: typeof en.LOCALE = 'de'

export const product: typeof en.product = {
  name: 'Silhouette',
  tagline: 'Freistellen, Passbilder und Porträtstile auf dem eigenen Rechner.',
  needsScript: 'Die Kontoseite von Silhouette braucht JavaScript. Die API braucht es nicht.',
}

export const common: typeof en.common = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  copyNamed: (what) => `Kopieren: ${what}`,
  copied: 'Kopiert',
  copyFailed: 'Der Browser erlaubt das Kopieren nicht; markieren Sie stattdessen den Text',
  loading: 'Wird geladen',
  more: 'Mehr anzeigen',
  noneYet: 'Unter den neuesten Einträgen ist kein Treffer. „Mehr anzeigen“ sucht weiter zurück.',
  retry: 'Erneut versuchen',
  reload: 'Seite neu laden',
  never: 'Nie',
  skip: 'Zum Inhalt springen',
  somethingFailed: 'Etwas ist schiefgegangen',
  pageFailed:
    'Dieser Teil der Seite konnte nicht geladen werden. Vielleicht läuft der Server nicht, oder er wurde aktualisiert.',
  unreachable: 'Der Server ist nicht erreichbar. Läuft er und sind Sie online?',
  unexpected: (status) => `Der Server hat mit Status ${status} geantwortet.`,
  international: 'International',
}

export const count: typeof en.count = {
  credits: (n) => (n === 1 ? 'Credit' : 'Credits'),
  price: (n) => (n === 0 ? 'kostenlos' : `${n} ${n === 1 ? 'Credit' : 'Credits'}`),
  unlimited: 'Unbegrenzt',
  images: (n) => (n === 1 ? 'Bild' : 'Bilder'),
}

export const operations: typeof en.operations = {
  remove: 'Freistellen',
  cutout: 'Freistellen',
  removebg: 'Freistellen',
  'id-photo': 'Passbild',
  'portrait-style': 'Porträtstil',
}

export const time: typeof en.time = {
  now: 'gerade eben',
  ago: (text) => `vor ${text}`,
  left: (text) => `noch ${text}`,
  gone: 'Gelöscht',
  day: 'T.',
  hour: 'Std.',
  minute: 'min',
  second: 's',
  millisecond: 'ms',
}

export const code: typeof en.code = {
  language: 'Sprache',
  of: (language) => `Code in ${language}`,
}
