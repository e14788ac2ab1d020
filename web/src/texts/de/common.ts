/** Texte, die mehrere Seiten teilen. */
import type * as en from '../en/common.js'

export const LOCALE: typeof en.LOCALE = 'de'

export const product: typeof en.product = {
  name: 'Silhouette',
  wordmark: 'S I L H O U E T T E',
  tagline: 'Freistellen, Passbilder und Porträtstile auf dem eigenen Rechner.',
  needsScript: 'Die Kontoseite von Silhouette braucht JavaScript. Die API braucht es nicht.',
}

export const common: typeof en.common = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  copyNamed: (what) => `Kopieren: ${what}`,
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt; markieren Sie den Text stattdessen',
  delete: 'Löschen',
  download: 'Herunterladen',
  loading: 'Wird geladen',
  more: 'Mehr anzeigen',
  noneYet: 'Unter den neuesten wurde nichts gefunden. „Mehr anzeigen“ sucht weiter zurück.',
  retry: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  never: 'Nie',
  skip: 'Zum Inhalt springen',
  somethingFailed: 'Etwas ist schiefgegangen',
  pageFailed:
    'Dieser Teil der Seite konnte nicht geladen werden. Vielleicht läuft der Server nicht, oder er wurde aktualisiert.',
  unreachable: 'Der Server ist nicht erreichbar. Läuft er, und sind Sie online?',
  unexpected: (status) => `Der Server hat mit Status ${status} geantwortet.`,
  international: 'International',
  search: 'Suchen',
}

export const count: typeof en.count = {
  credits: (n) => (n === 1 ? 'Credit' : 'Credits'),
  images: (n) => (n === 1 ? 'Bild' : 'Bilder'),
  keys: () => 'Schlüssel',
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
