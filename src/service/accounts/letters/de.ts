/** Die Briefe auf Deutsch. */
import type { Letters } from './en.js'

const NOT_YOU =
  'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Solange der Link nicht geöffnet wird, geschieht nichts.'

export const de: Letters = {
  newPassword: ({ site, url }) => ({
    subject: 'Neues Passwort setzen',
    paragraphs: [
      `Für Ihr Konto bei ${site} wurde ein neues Passwort angefordert. Über diesen Link können Sie eines festlegen:`,
      { label: 'Neues Passwort setzen', url },
      'Der Link funktioniert einmal und läuft nach einer Stunde ab. Mit dem neuen Passwort enden alle Sitzungen Ihres Kontos.',
      NOT_YOU,
    ],
  }),
  confirmEmail: ({ site, url }) => ({
    subject: 'Neue E-Mail-Adresse bestätigen',
    paragraphs: [
      `Diese Adresse wurde als neue Adresse eines Kontos bei ${site} angegeben. Über diesen Link bestätigen Sie sie:`,
      { label: 'Diese Adresse bestätigen', url },
      'Der Link funktioniert einmal und läuft nach 24 Stunden ab. Bis zur Bestätigung gilt die alte Adresse.',
      NOT_YOU,
    ],
  }),
  emailChanges: ({ site, email }) => ({
    subject: 'Ihre E-Mail-Adresse wird geändert',
    paragraphs: [
      `Mit Ihrem Passwort wurde beantragt, die E-Mail-Adresse Ihres Kontos bei ${site} in ${email} zu ändern. Die Änderung gilt, sobald sie von dort bestätigt ist.`,
      'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort: Eine noch nicht bestätigte Änderung ist damit hinfällig. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an den Betreiber.',
    ],
  }),
  signUp: ({ site, url }) => ({
    subject: 'Konto anlegen',
    paragraphs: [
      `Mit dieser Adresse soll bei ${site} ein Konto angelegt werden. Über diesen Link wählen Sie ein Passwort und legen es an:`,
      { label: 'Konto anlegen', url },
      'Der Link funktioniert einmal und läuft nach 24 Stunden ab.',
      NOT_YOU,
    ],
  }),
  alreadySignedUp: ({ site, url }) => ({
    subject: 'Sie haben schon ein Konto',
    paragraphs: [
      `Mit dieser Adresse sollte bei ${site} ein Konto angelegt werden, aber Sie haben schon eines. Melden Sie sich hier an; dort bekommen Sie auch ein neues Passwort, falls Sie Ihres vergessen haben:`,
      { label: 'Anmelden', url },
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    ],
  }),
}
