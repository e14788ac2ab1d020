/** The system's own Firefox, spoken to by WebDriver BiDi. Without one its tests are skipped. */
import { type Browser, firefox } from 'playwright-core'
import { findProgram } from './find-program.js'

export const executable = findProgram(process.env.FIREFOX, ['firefox-esr', 'firefox'])

export async function launch(downloadsPath: string): Promise<Browser> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: executable!, downloadsPath })
  leaveColourSchemeAlone(browser)
  return browser
}

interface Session {
  send(command: string, parameters: unknown): Promise<unknown>
}

/** As much of the inside of playwright-core as is needed. */
interface Inside {
  readonly _connection: { toImpl(browser: Browser): { readonly _browserSession: Session } }
}

/**
 * playwright-core emulates a colour scheme in every new context, asked or not, with a command that Firefox has only had
 * since the release after ESR 153. The themes of the page have a switch of their own.
 */
function leaveColourSchemeAlone(browser: Browser): void {
  const session = (browser as unknown as Inside)._connection.toImpl(browser)._browserSession
  const send = session.send.bind(session)
  session.send = (command, parameters) =>
    command === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(command, parameters)
}
