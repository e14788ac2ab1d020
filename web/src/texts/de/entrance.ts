/** Was Besucher ohne Konto sehen. */
import type * as en from '../en/entrance.js'
import { count } from './common.js'

export const welcome: typeof en.welcome = {
  title: 'Bilder freistellen auf dem eigenen Rechner.',
  lead: 'Eine kleine API für Freisteller, Passbilder und Porträtstile. Echte neuronale Netze auf einem gewöhnlichen Prozessor, und kein Foto verlässt je Ihren Server.',
  start: 'Konto anlegen',
  startFree: (credits) => `${credits} ${count.credits(credits)} gratis zum Start. Vorschauen sind immer kostenlos.`,
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
      text: 'Saubere Kanten bis ins einzelne Haar. Als PNG oder auf einem Hintergrund in jeder Farbe. Vorschauen sind kostenlos.',
    },
    {
      title: 'Passbilder',
      text: 'Pässe, Visa und Ausweise für mehr als 40 Länder: Pixelmaß, Kopfhöhe, Augenlinie und Dateigröße stimmen genau. Fertig zum Drucken.',
    },
    {
      title: 'Porträtstile',
      text: 'Mehr als 40 gemalte Stile, oder ein Stil in Ihren eigenen Worten. Die Person bleibt erkennbar.',
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
  passwordHint: 'Mindestens 8 Zeichen. Gut sind ein paar Wörter hintereinander.',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Schon ein Konto?',
  sessionEnded: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  invalidEmail: 'Geben Sie eine E-Mail-Adresse ein, etwa ich@beispiel.de.',
  emptyPassword: 'Geben Sie Ihr Passwort ein.',
  shortPassword: 'Mindestens 8 Zeichen.',
  longPassword: 'Höchstens 200 Zeichen.',
  emailTaken: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  free: (credits) =>
    credits === 0 ? 'Vorschauen sind kostenlos.' : `Ihr Konto startet mit ${credits} ${count.credits(credits)} gratis.`,
  byMail: 'Wir schicken Ihnen einen Link, mit dem Sie ein Passwort festlegen.',
  linkSent: (email) =>
    `Eine Mail an ${email} ist unterwegs. Öffnen Sie innerhalb von 24 Stunden den Link darin und legen Sie ein Passwort fest.`,
  choosePassword: 'Legen Sie ein Passwort fest, dann ist Ihr Konto fertig.',
  closedTitle: 'Keine neuen Konten',
  closed:
    'Konten auf diesem Server legt der Betreiber an. Bitten Sie um eines oder melden Sie sich an, wenn Sie schon eines haben.',
  operatorHint:
    'Sind Sie der Betreiber? Legen Sie auf der Kommandozeile ein Konto an oder das Passwort des ersten fest:',
}
