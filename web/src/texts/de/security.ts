/** Wer in ein Konto kommt: E-Mail, Sitzungen, zweiter Faktor, vergessenes Passwort. */
import type * as en from '../en/security.js'

export const email: typeof en.email = {
  title: 'E-Mail ändern',
  text: 'Die Adresse, mit der Sie sich anmelden.',
  next: 'Neue E-Mail',
  password: 'Ihr Passwort',
  change: 'E-Mail ändern',
  changed: (address) => `Melden Sie sich ab jetzt mit ${address} an.`,
  textByMail:
    'Die Adresse, mit der Sie sich anmelden. Eine neue gilt, sobald Sie den Link öffnen, den wir dorthin schicken.',
  pending: (address) =>
    `Eine Mail an ${address} ist unterwegs. Öffnen Sie innerhalb von 24 Stunden den Link darin; bis dahin gilt die alte Adresse.`,
  confirmTitle: 'Neue Adresse bestätigen',
  confirmLead: 'Danach melden Sie sich mit dieser Adresse an.',
  confirm: 'Adresse bestätigen',
  toSettings: 'Zu den Einstellungen',
}

export const sessions: typeof en.sessions = {
  title: 'Sitzungen',
  text: 'Wo Sie angemeldet sind. Eine Sitzung endet, wenn Sie sie eine Woche lang nicht benutzen.',
  runsIn: (browser, system) =>
    browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekannter Browser'),
  current: 'Diese Sitzung',
  since: (when) => `Angemeldet ${when}`,
  seen: 'zuletzt benutzt',
  end: 'Beenden',
  endNamed: (what) => `Sitzung in ${what} beenden`,
  ended: 'Die Sitzung ist beendet.',
  endOthers: 'Alle anderen beenden',
  othersEnded: 'Alle anderen Sitzungen sind beendet.',
}

export const twoFactor: typeof en.twoFactor = {
  title: 'Zwei-Faktor-Anmeldung',
  text: 'Nach dem Passwort geben Sie einen Code aus einer Authenticator-App auf Ihrem Telefon ein. Ein gestohlenes Passwort allein nützt dann nichts.',
  on: 'An',
  off: 'Aus',
  isOn: (codes) => (codes === 1 ? 'Ein Ersatzcode ist übrig.' : `${codes} Ersatzcodes sind übrig.`),
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  onTitle: 'Zwei-Faktor-Anmeldung einschalten',
  offTitle: 'Zwei-Faktor-Anmeldung ausschalten',
  offText: 'Danach genügt Ihr Passwort zum Anmelden.',
  password: 'Ihr Passwort',
  next: 'Weiter',
  add: 'Fügen Sie dieses Konto Ihrer Authenticator-App hinzu: Scannen Sie den Code, öffnen Sie den Link auf dem Telefon oder tippen Sie den Einrichtungsschlüssel ein.',
  qrCode: 'QR-Code mit dem Link für die Authenticator-App',
  openApp: 'In einer Authenticator-App öffnen',
  secret: 'Einrichtungsschlüssel',
  code: 'Code aus der App',
  codeHint: 'Sechs Ziffern, alle 30 Sekunden neu.',
  codeOrRecovery: 'Code aus der App oder ein Ersatzcode',
  wrongCode: 'Dieser Code ist falsch oder schon benutzt. Nehmen Sie den nächsten.',
  confirm: 'Bestätigen',
  recoveryTitle: 'Ersatzcodes sichern',
  recoveryText:
    'Falls Sie Ihr Telefon verlieren, ersetzt jeder Code einmal die App. Sie werden nur jetzt gezeigt: Drucken Sie sie aus oder speichern Sie sie bei Ihren Passwörtern.',
  recoveryDone: 'Ich habe sie gesichert',
  turnedOn: 'Die Zwei-Faktor-Anmeldung ist an.',
  turnedOff: 'Die Zwei-Faktor-Anmeldung ist aus.',
  renew: 'Neue Ersatzcodes',
  renewText: 'Sie bekommen zehn neue Ersatzcodes. Die bisherigen gelten dann nicht mehr.',
  renewYes: 'Neue Codes erzeugen',
  renewed: 'Die neuen Ersatzcodes gelten ab jetzt.',
}

export const forgotten: typeof en.forgotten = {
  question: 'Passwort vergessen?',
  ask: 'Bitten Sie den Betreiber dieses Servers um einen Link, mit dem Sie ein neues festlegen.',
  byMail: 'Link per Mail anfordern',
  mailLead:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein, und wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  sent: (email) =>
    `Wenn es ein Konto für ${email} gibt, ist eine Mail mit einem Link unterwegs. Der Link gilt eine Stunde.`,
  title: 'Neues Passwort festlegen',
  lead: 'Danach melden Sie sich damit an. Alle Sitzungen Ihres Kontos enden.',
  password: 'Neues Passwort',
  save: 'Passwort festlegen',
  done: 'Ihr neues Passwort gilt. Melden Sie sich damit an.',
  noLink: 'Öffnen Sie diese Seite über den Link, den Sie bekommen haben.',
  signIn: 'Anmelden',
}

export const mailbox: typeof en.mailbox = {
  send: 'Link schicken',
  nothing: 'Keine Mail bekommen? Sehen Sie im Spam-Ordner nach oder versuchen Sie es in einigen Minuten noch einmal.',
  noLink: 'Öffnen Sie diese Seite über den Link aus der Mail.',
}

export const access: typeof en.access = {
  title: 'Zugang',
  link: 'Link für neues Passwort erstellen',
  linkText: (until) =>
    `Geben Sie diesen Link nur dem Kontoinhaber. Er gilt einmal, bis ${until}, und beendet alle Sitzungen.`,
  twoFactor: 'Zwei-Faktor-Anmeldung ausschalten',
  twoFactorOff: 'Die Zwei-Faktor-Anmeldung dieses Kontos ist ausgeschaltet.',
  twoFactorWasOff: 'Dieses Konto hat keine Zwei-Faktor-Anmeldung.',
}
