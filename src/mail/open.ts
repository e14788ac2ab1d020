/** The mail server that the settings name. Its client is loaded only where there is one. */
import type { Config } from '../config/config.js'
import type { Mail } from './port.js'

export async function openMail({ mail }: Pick<Config, 'mail'>): Promise<Mail | undefined> {
  if (!mail) return undefined
  const { createSmtpMail } = await import('./smtp.js')
  return createSmtpMail(mail)
}
