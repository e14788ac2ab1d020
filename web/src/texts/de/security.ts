/** Wer in ein Konto kommt: E-Mail, Sitzungen, zweiter Faktor, vergessenes Passwort. */
import type * as en from '../en/security.js'

export const email: typeof en.email = {
  title: 'E-Mail ändern',
  text: 'Die Adresse, mit der Sie sich anmelden.',
  next: 'Neue E-Mail',
  password: 'Ihr Passwort',
  change: 'E-Mail ändern',
  changed: (address) => `Von jetzt an melden Sie sich mit ${address} an.`,
  textByMail:
    'Die Adresse, mit der Sie sich anmelden. Eine neue gilt, sobald Sie den Link geöffnet haben, den wir dorthin schicken.',
  pending: (address) =>
    `Eine Mail an ${address} ist unterwegs. Öffnen Sie den Link darin innerhalb von 24 Stunden; bis dahin bleibt die alte Adresse.`,
  confirmTitle: 'Neue Adresse bestätigen',
  confirmLead: 'Danach melden Sie sich mit der Adresse an, an die dieser Link ging.',
  confirm: 'Adresse bestätigen',
  toSettings: 'Zu den Einstellungen',
}

export const sessions: typeof en.sessions = {
  title: 'Sitzungen',
  text: 'Wo Sie angemeldet sind. Eine Sitzung, die Sie eine Woche nicht benutzen, endet von selbst.',
  runsIn: (browser, system) =>
    browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekannter Browser'),
  current: 'Diese hier',
  since: (when) => `Angemeldet ${when}`,
  seen: 'zuletzt benutzt',
  end: 'Beenden',
  endNamed: (what) => `Sitzung von ${what} beenden`,
  ended: 'Die Sitzung ist beendet.',
  endOthers: 'Alle anderen beenden',
  othersEnded: 'Alle anderen Sitzungen sind beendet.',
}

export const twoFactor: typeof en.twoFactor = {
  title: 'Zwei-Faktor-Anmeldung',
  text: 'Nach dem Passwort wird auch ein Code aus einer Authenticator-App auf Ihrem Telefon verlangt. Ein gestohlenes Passwort allein ist dann nichts wert.',
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
  add: 'Fügen Sie dieses Konto Ihrer Authenticator-App hinzu: Scannen Sie den Code, öffnen Sie den Link auf dem Telefon, oder tippen Sie das Geheimnis ein.',
  qrCode: 'QR-Code mit dem Link für die Authenticator-App',
  openApp: 'In einer Authenticator-App öffnen',
  secret: 'Geheimnis',
  code: 'Code aus der App',
  codeHint: 'Sechs Ziffern, alle 30 Sekunden neu.',
  codeOrRecovery: 'Code aus der App, oder ein Ersatzcode',
  wrongCode: 'Dieser Code ist falsch oder schon benutzt. Nehmen Sie den nächsten.',
  confirm: 'Bestätigen',
  recoveryTitle: 'Ersatzcodes aufbewahren',
  recoveryText:
    'Jeder von ihnen ersetzt einmal die App, falls Sie Ihr Telefon verlieren. Sie werden nur jetzt gezeigt: Drucken Sie sie aus, oder legen Sie sie zu Ihren Passwörtern.',
  recoveryDone: 'Ich habe sie aufbewahrt',
  turnedOn: 'Die Zwei-Faktor-Anmeldung ist an.',
  turnedOff: 'Die Zwei-Faktor-Anmeldung ist aus.',
  renew: 'Neue Ersatzcodes',
  renewText: 'Sie bekommen zehn neue Ersatzcodes. Die bisherigen gelten dann nicht mehr.',
  renewYes: 'Neue Codes erzeugen',
  renewed: 'Die neuen Ersatzcodes gelten.',
}

export const forgotten: typeof en.forgotten = {
  question: 'Passwort vergessen?',
  ask: 'Bitten Sie den Betreiber dieses Servers um einen Link, mit dem Sie ein neues setzen.',
  byMail: 'Link per Mail bekommen',
  mailLead:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein, und wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort setzen.',
  sent: (email) =>
    `Wenn es ein Konto ${email} gibt, ist eine Mail mit einem Link unterwegs. Der Link gilt eine Stunde.`,
  title: 'Neues Passwort setzen',
  lead: 'Danach melden Sie sich damit an. Alle Sitzungen Ihres Kontos enden.',
  password: 'Neues Passwort',
  save: 'Passwort setzen',
  done: 'Das Passwort ist gesetzt. Melden Sie sich damit an.',
  noLink: 'Diese Seite braucht den Link zu einem neuen Passwort, den Sie bekommen haben.',
  signIn: 'Anmelden',
}

export const mailbox: typeof en.mailbox = {
  send: 'Link schicken',
  nothing: 'Nichts angekommen? Schauen Sie in den Spam-Ordner, oder versuchen Sie es in einigen Minuten noch einmal.',
  noLink: 'Diese Seite braucht den Link aus einer Mail dieses Servers.',
}

export const access: typeof en.access = {
  title: 'Zugang',
  link: 'Link zu neuem Passwort machen',
  linkText: (until) =>
    `Geben Sie diesen Link nur dem Besitzer des Kontos. Er gilt einmal, bis ${until}, und beendet alle Sitzungen.`,
  twoFactor: 'Zwei-Faktor-Anmeldung ausschalten',
  twoFactorOff: 'Die Zwei-Faktor-Anmeldung dieses Kontos ist ausgeschaltet.',
  twoFactorWasOff: 'Dieses Konto hat keine Zwei-Faktor-Anmeldung.',
}
