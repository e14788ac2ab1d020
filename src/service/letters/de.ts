/** Die Briefe auf Deutsch. */
import type { Letters } from './en.js'

const NOT_YOU = 'Wenn Sie das nicht waren, tun Sie nichts: Ohne den Link geschieht nichts.'

export const de: Letters = {
  newPassword: ({ site, url }) => ({
    subject: 'Neues Passwort setzen',
    paragraphs: [
      `Für Ihr Konto bei ${site} wurde ein neues Passwort verlangt. Mit diesem Link setzen Sie eines:`,
      { label: 'Neues Passwort setzen', url },
      'Der Link gilt einmal, eine Stunde lang. Danach enden alle Sitzungen Ihres Kontos.',
      NOT_YOU,
    ],
  }),
  confirmEmail: ({ site, url }) => ({
    subject: 'Neue E-Mail-Adresse bestätigen',
    paragraphs: [
      `Diese Adresse soll die eines Kontos bei ${site} werden. Mit diesem Link bestätigen Sie sie:`,
      { label: 'Diese Adresse bestätigen', url },
      'Der Link gilt einmal, 24 Stunden lang. Bis dahin bleibt die alte Adresse.',
      NOT_YOU,
    ],
  }),
  emailChanges: ({ site, email }) => ({
    subject: 'Ihre E-Mail-Adresse wird geändert',
    paragraphs: [
      `Jemand, der Ihr Passwort kennt, will die E-Mail-Adresse Ihres Kontos bei ${site} in ${email} ändern. Das geschieht, sobald sie dort bestätigt ist.`,
      'Wenn Sie das nicht waren, setzen Sie sofort ein anderes Passwort: Eine Änderung, die noch nicht bestätigt ist, ist dann hinfällig. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an den Betreiber.',
    ],
  }),
  signUp: ({ site, url }) => ({
    subject: 'Konto anlegen',
    paragraphs: [
      `Mit dieser Adresse soll bei ${site} ein Konto angelegt werden. Mit diesem Link wählen Sie ein Passwort, und Ihr Konto ist da:`,
      { label: 'Konto anlegen', url },
      'Der Link gilt einmal, 24 Stunden lang.',
      NOT_YOU,
    ],
  }),
  alreadySignedUp: ({ site, url }) => ({
    subject: 'Sie haben schon ein Konto',
    paragraphs: [
      `Mit dieser Adresse sollte bei ${site} ein Konto angelegt werden, aber Sie haben schon eines. Melden Sie sich hier an; dort bekommen Sie auch ein neues Passwort, falls Sie Ihres vergessen haben:`,
      { label: 'Anmelden', url },
      'Wenn Sie das nicht waren, tun Sie nichts.',
    ],
  }),
}
