/** Changing password or email, and deleting the account. All of them ask for the password again, if there is one. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { HttpParts } from '../parts.js'
import { languageOf } from '../site/language.js'
import { Email, Password, readBody } from './body.js'
import type { Cookies } from './cookies.js'
import { accountOf, requireSession, sessionOf } from './guard.js'

/** `current` may be left out by an account that has none yet. */
const PasswordBody = Type.Object({ current: Type.Optional(Password), password: Password })
const EmailBody = Type.Object({ email: Email, password: Password })
const DeletionBody = Type.Object({ password: Password })

export function accountRoutes(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'accounts' | 'byMail'>,
  cookies: Cookies,
): void {
  scope.post('/password', { onRequest: requireSession }, async (request, reply) => {
    const { current = '', password } = readBody(PasswordBody, request)
    const account = await accountOf(parts, request)
    const isFirst = account.passwordHash === null
    if (!isFirst) await parts.accounts.confirmPassword(account, { password: current, parameter: 'current' })
    await parts.accounts.changePassword(account, password, sessionOf(request).id)
    return reply.code(204).send()
  })

  scope.post('/email', { onRequest: requireSession }, async (request, reply) => {
    const { email, password } = readBody(EmailBody, request)
    const account = await accountOf(parts, request)
    await parts.accounts.confirmPassword(account, { password, parameter: 'password' })
    if (!parts.byMail) return { email: await parts.accounts.changeEmail(account, email) }
    const pending = await parts.byMail.requestEmail(account, { email, language: languageOf(request) })
    return reply.code(202).send({ pending })
  })

  scope.post('/delete-account', { onRequest: requireSession }, async (request, reply) => {
    const { password } = readBody(DeletionBody, request)
    const account = await accountOf(parts, request)
    await parts.accounts.confirmPassword(account, { password, parameter: 'password' })
    await parts.accounts.remove(account.id)
    cookies.clearSession(reply)
    return reply.code(204).send()
  })
}
