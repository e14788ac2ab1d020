/** Einstellungen dazu, wer in das Konto kommt: E-Mail und Sitzungen. */
import type * as en from '../en/security.js'

export const email: typeof en.email = {
  title: 'E-Mail ändern',
  text: 'Die Adresse, mit der Sie sich anmelden.',
  next: 'Neue E-Mail',
  password: 'Ihr Passwort',
  change: 'E-Mail ändern',
  changed: (address) => `Von jetzt an melden Sie sich mit ${address} an.`,
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
