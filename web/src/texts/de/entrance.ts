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
  alts: {
    bear: 'Ein flauschiger Teddybär mit Schal auf einem Tisch in einem sonnigen Zimmer',
    cutout: 'Der Bär ohne Hintergrund, Haar für Haar',
    onColour: 'Der Bär vor einer einzigen Farbe',
    sheet: 'Ein Druckbogen mit acht Passbildern einer gezeichneten Frau',
    oilPainting: 'Der Bär als Ölgemälde',
    watercolour: 'Der Bär als Aquarell',
    pencilSketch: 'Der Bär als Bleistiftskizze',
  },
  made: 'Den Bären haben wir für diese Seite gerendert, die Frau gezeichnet; alles andere hat Silhouette gemacht.',
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

export const visitor: typeof en.visitor = {
  title: 'Jetzt ein Foto freistellen',
  full: 'Ohne Konto, ohne Wasserzeichen: Sie sind am Rechner des Servers.',
  preview: 'Ohne Konto. Sie bekommen eine kleine Vorschau, mit einem Konto das ganze Bild.',
  hint: 'Legen Sie ein Foto irgendwo auf dieser Seite ab, fügen Sie eines aus der Zwischenablage ein oder wählen Sie eine Datei. Der Server behält nichts davon.',
  working: 'Der Hintergrund wird entfernt',
  done: 'Fertig. Mit dem Regler vergleichen Sie.',
  donePreview: 'Das ist eine kleine Vorschau. Mit einem Konto bekommen Sie das ganze Bild.',
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
  signingIn: 'Sie werden angemeldet',
  withPassword: 'Mit Passwort anmelden',
  noSignInLink:
    'Öffnen Sie diese Seite mit einem Link aus der Konsole des Servers. Jeder Link gilt einmal, eine Stunde lang.',
  newLink: 'Einen neuen Link gibt es auf der Kommandozeile des Servers:',
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
    'Sind Sie der Betreiber? Auf der Kommandozeile legen Sie ein Konto an oder erstellen einen Link zum Anmelden:',
}
