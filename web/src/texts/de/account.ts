/** Übersicht, Schlüssel, Verbrauch, Ergebnisse und Einstellungen. */
import type * as en from '../en/account.js'
import { count } from './common.js'

export const overview: typeof en.overview = {
  title: 'Übersicht',
  balance: 'Guthaben',
  held: (n) => `${n} für laufende Anfragen reserviert`,
  spent: (n) => `${n} in den letzten 30 Tagen verbraucht`,
  balanceHint:
    'Ein Bild in voller Größe freizustellen oder ein Passbild kostet 1 Credit, ein Porträtstil 2. Vorschauen sind kostenlos.',
  usage: 'Letzte 30 Tage',
  allUsage: 'Gesamter Verbrauch',
  recent: 'Neueste Ergebnisse',
  allResults: 'Alle Ergebnisse',
  noResults: 'Noch nichts da. Ergebnisse aus der API und vom Ausprobieren erscheinen hier.',
  tryIt: 'Jetzt ausprobieren',
  quickStart: 'Schnellstart',
  quickStartText: 'Schlüssel erstellen, in der Shell exportieren, ein Foto senden.',
  createKey: 'Schlüssel erstellen',
  guide: 'Anleitung',
}

export const chart: typeof en.chart = {
  title: 'Verbrauch der letzten 30 Tage',
  images: 'Bilder',
  credits: 'Guthaben',
  show: 'Was das Diagramm zeigt',
  summary: (images, credits) =>
    `${images} ${count.images(images)} und ${credits} ${count.credits(credits)} in den letzten 30 Tagen`,
  total: (n, what) => `${n} ${what} in 30 Tagen`,
  asTable: 'Als Tabelle zeigen',
  day: 'Tag (UTC)',
  none: 'Nichts in den letzten 30 Tagen',
}

export const keys: typeof en.keys = {
  title: 'API-Schlüssel',
  lead: 'Mit einem Schlüssel kann ein Programm Ihr Guthaben verbrauchen. Er gehört auf einen Server, nie in eine Webseite oder App.',
  create: 'Schlüssel erstellen',
  name: 'Name',
  namePlaceholder: 'Produktionsserver',
  nameHint: 'Zum späteren Wiedererkennen; bis zu 60 Zeichen.',
  nameMissing: 'Geben Sie dem Schlüssel einen Namen.',
  created: 'Schlüssel erstellt',
  createdTitle: 'Schlüssel jetzt kopieren',
  createdText: 'Er wird nur dieses eine Mal gezeigt. Gespeichert wird eine Prüfsumme, nie der Schlüssel selbst.',
  done: 'Ich habe ihn kopiert',
  empty: 'Noch keine Schlüssel',
  emptyText: 'Erstellen Sie den ersten Schlüssel, um die API aus eigenem Code aufzurufen.',
  key: 'Schlüssel',
  lastUsed: 'Zuletzt benutzt',
  rateLimit: 'Ratenlimit',
  perMinute: (n) => `${n} / min`,
  ownLimit: 'Vom Betreiber für diesen Schlüssel festgelegt',
  createdAt: 'Erstellt',
  actions: 'Aktionen',
  revoke: 'Sperren',
  revokeNamed: (name) => `${name} sperren`,
  revokeTitle: (name) => `„${name}“ sperren?`,
  revokeText: 'Programme mit diesem Schlüssel werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  revokeYes: 'Schlüssel sperren',
  revoked: (name) => `„${name}“ ist gesperrt.`,
  playground: 'Ausprobieren',
  playgroundHint: 'Beim Ausprobieren für diese Sitzung erstellt; mit dem Abmelden verliert er seine Gültigkeit.',
  list: 'Aktive Schlüssel',
}

export const usage: typeof en.usage = {
  title: 'Verbrauch',
  balance: 'Guthaben',
  ledger: 'Kontobuch',
  ledgerText: 'Jede Gutschrift und jede Belastung. Kostenlose Vorschauen stehen nicht darin.',
  when: 'Wann',
  what: 'Was',
  key: 'Schlüssel',
  amount: 'Guthaben',
  kinds: { opening: 'Anfangsguthaben', grant: 'Gutschrift', take: 'Zurückgenommen', charge: 'Belastung' },
  empty: 'Noch wurde nichts berechnet.',
}

export const results: typeof en.results = {
  title: 'Ergebnisse',
  lead: (days) =>
    `Ergebnisse werden ${days} aufbewahrt und dann von selbst gelöscht. Bis dahin kann jeder, der den Link hat, das Bild sehen.`,
  empty: 'Noch keine Ergebnisse',
  emptyText: 'Freigestellte Bilder, Passbilder und Porträts erscheinen hier, auch die aus Ihrem eigenen Code.',
  open: 'Öffnen',
  download: 'Herunterladen',
  downloadNamed: (what) => `${what} herunterladen`,
  copy: 'Link kopieren',
  delete: 'Jetzt löschen',
  deleteTitle: 'Dieses Ergebnis jetzt löschen?',
  deleteText: 'Das Bild wird sofort entfernt, und sein Link führt ins Leere. Das lässt sich nicht rückgängig machen.',
  deleteYes: 'Ergebnis löschen',
  deleted: 'Das Ergebnis ist gelöscht.',
  created: 'Erstellt',
  alt: (what, when) => `${what}, erstellt ${when}`,
  noThumbnail: 'Keine Vorschau',
}

export const settings: typeof en.settings = {
  title: 'Einstellungen',
  account: 'Konto',
  email: 'E-Mail',
  since: 'Dabei seit',
  appearance: 'Aussehen',
  appearanceText: 'Wird nur in diesem Browser gespeichert.',
  password: 'Passwort ändern',
  passwordText: 'Ein neues Passwort beendet alle anderen Sitzungen.',
  current: 'Jetziges Passwort',
  next: 'Neues Passwort',
  change: 'Passwort ändern',
  changed: 'Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
  wrongPassword: 'Das ist nicht Ihr Passwort.',
  sessions: 'Sitzungen',
  sessionsText: 'Beendet alle Sitzungen Ihres Kontos auf allen Geräten, auch diese.',
  everywhere: 'Überall abmelden',
  everywhereTitle: 'Überall abmelden?',
  everywhereText: 'Alle Sitzungen enden, auch diese. API-Schlüssel gelten weiter.',
  everywhereDone: 'Alle Sitzungen sind beendet.',
  delete: 'Konto löschen',
  deleteText:
    'Löscht das Konto mit Schlüsseln, Ergebnissen und restlichem Guthaben. Das lässt sich nicht rückgängig machen.',
  deleteTitle: 'Ihr Konto löschen?',
  deleteConfirm:
    'Ihre Schlüssel gelten sofort nicht mehr, Ihre Ergebnisse werden gelöscht, und das restliche Guthaben verfällt.',
  deletePassword: 'Zur Bestätigung das Passwort eingeben',
  deleteYes: 'Konto endgültig löschen',
  deleted: 'Ihr Konto ist gelöscht.',
}
