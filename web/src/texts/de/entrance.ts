/** Was Besucher ohne Konto sehen. */
import type * as en from '../en/entrance.js'
import { count } from './common.js'

export const welcome: typeof en.welcome = {
  title: 'Bilder ohne Hintergrund, auf dem eigenen Rechner.',
  lead: 'Eine kleine API zum Freistellen, für Passbilder und Porträtstile. Echte neuronale Netze auf einem gewöhnlichen Prozessor, und kein Foto verlässt je Ihren Server.',
  start: 'Konto anlegen',
  startFree: (credits) => `Zum Anfang ${credits} ${count.credits(credits)} gratis. Vorschauen sind immer kostenlos.`,
  guide: 'Zur Anleitung',
  before: 'Vorher',
  after: 'Nachher',
  slider: 'Wie viel vom Original zu sehen ist',
  pictures: {
    sample: 'Das Beispielfoto',
    cutout: 'Das Beispielfoto ohne seinen Hintergrund',
    idPhoto: 'Ein Passbild, aus dem Beispielfoto gemacht',
    style: (style) => `Dieselbe Person im Stil ${style}`,
  },
  made: 'Alle Bilder auf dieser Seite hat dieser Server aus seinem Beispielfoto gemacht.',
  operations: [
    {
      title: 'Freistellen',
      text: 'Saubere Kanten bis ins einzelne Haar, als PNG oder JPEG, auf einem Hintergrund jeder Farbe. Vorschauen sind kostenlos.',
    },
    {
      title: 'Passbilder',
      text: 'Pässe, Visa und Ausweise von mehr als 40 Ländern: Pixelmaß, Kopfhöhe, Augenlinie und Dateigröße stimmen genau, fertig zum Drucken.',
    },
    {
      title: 'Porträtstile',
      text: 'Mehr als 40 Arten, ein Porträt zu malen, oder eine eigene Beschreibung. Die Person bleibt erkennbar.',
    },
  ],
  call: 'Ein Aufruf',
  callText:
    'Ein Foto senden, einen Link zum Ergebnis bekommen: mit curl, Node, Python, PHP oder allem anderen, was HTTP spricht.',
  migrate: 'Sie kommen von remove.bg? Ändern Sie nur den Host.',
}

export const entrance: typeof en.entrance = {
  signInTitle: 'Anmelden',
  signUpTitle: 'Konto anlegen',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen. Ein paar Wörter hintereinander sind gut.',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  working: 'Einen Moment',
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Schon ein Konto?',
  sessionEnded: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich neu an.',
  invalidEmail: 'Geben Sie eine E-Mail-Adresse ein, etwa ich@beispiel.de.',
  emptyPassword: 'Geben Sie Ihr Passwort ein.',
  shortPassword: 'Mindestens 8 Zeichen.',
  longPassword: 'Höchstens 200 Zeichen.',
  emailTaken: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  free: (credits) =>
    credits === 0 ? 'Vorschauen sind kostenlos.' : `Ihr Konto beginnt mit ${credits} ${count.credits(credits)} gratis.`,
  byMail: 'Wir schicken einen Link an Ihre Adresse, mit dem Sie ein Passwort wählen.',
  linkSent: (email) =>
    `Eine Mail an ${email} ist unterwegs. Öffnen Sie den Link darin innerhalb von 24 Stunden, und wählen Sie ein Passwort.`,
  choosePassword: 'Wählen Sie ein Passwort, und Ihr Konto ist fertig.',
  closedTitle: 'Keine neuen Konten',
  closed:
    'Konten auf diesem Server legt der Betreiber an. Fragen Sie nach einem, oder melden Sie sich an, wenn Sie schon eines haben.',
  operatorHint:
    'Sind Sie der Betreiber? Legen Sie auf der Kommandozeile ein Konto an, oder setzen Sie das Passwort des ersten:',
}
