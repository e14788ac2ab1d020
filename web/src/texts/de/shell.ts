/** Navigation, Farbschema und der Rahmen um jede Seite. */
import type * as en from '../en/shell.js'

export const shell: typeof en.shell = {
  mainNavigation: 'Hauptmenü',
  menu: 'Menü',
  home: 'Silhouette, Startseite',
  overview: 'Übersicht',
  playground: 'Ausprobieren',
  keys: 'API-Schlüssel',
  jobs: 'Aufträge',
  usage: 'Verbrauch',
  results: 'Ergebnisse',
  settings: 'Einstellungen',
  operator: 'Betrieb',
  guide: 'Anleitung',
  reference: 'API-Referenz',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  signOut: 'Abmelden',
  signedOut: 'Sie sind abgemeldet.',
  theme: 'Farbschema',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  foot: 'Weiterlesen',
  legal: { terms: 'Nutzungsbedingungen', privacy: 'Datenschutz', imprint: 'Impressum' },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Vielleicht ist die Adresse falsch geschrieben, oder der Inhalt wurde gelöscht: Ergebnisse werden nur eine Weile aufbewahrt.',
    home: 'Zur Startseite',
  },
  titleOf: (page) => `${page} · Silhouette`,
}
