/** Signing up, in and out, by password or link, setting a forgotten password, and what the page asks first: who is signed in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../base/errors.js'
import type { Credentials } from '../../service/accounts/account-access.js'
import type { HttpParts } from '../parts.js'
import { Code, Email, LinkToken, Password, readBody } from './body.js'
import { clientAddress } from './client-address.js'
import type { Cookies } from './cookies.js'
import { createEntry, refuseClosedSignUp } from './entry.js'
import { requireSession, sessionOf } from './guard.js'

const CredentialsBody = Type.Object({
  email: Email,
  password: Password,
  code: Type.Optional(Code),
})
const LinkBody = Type.Object({ token: LinkToken })
const ResetBody = Type.Object({ token: LinkToken, password: Password })

export function sessionRoutes(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'accounts' | 'sessions' | 'config' | 'byMail' | 'addresses'>,
  cookies: Cookies,
): void {
  const { accounts, sessions, config, byMail } = parts
  const { describe, enter } = createEntry(parts, cookies)

  scope.get('/session', async (request, reply) => {
    const { webSession } = request
    const account = webSession && (await accounts.find(webSession.accountId))
    return describe(request, webSession?.csrf ?? cookies.greetVisitor(request, reply), account)
  })

  scope.post('/sign-up', async (request, reply) => {
    refuseClosedSignUp(config)
    if (byMail) {
      const message = 'This server confirms new accounts by email: request a link with your address alone'
      throw new AppError('conflict', message, { reason: 'link_needed' })
    }
    const account = await accounts.signUp(credentialsOf(request))
    return reply.code(201).send(await enter(request, reply, account))
  })

  scope.post('/sign-in', async (request, reply) => enter(request, reply, await accounts.signIn(credentialsOf(request))))

  scope.post('/sign-in-link', async (request, reply) => {
    const given = { ...readBody(LinkBody, request), address: clientAddress(request.ip) }
    return enter(request, reply, await accounts.signInByLink(given))
  })

  scope.post('/reset-password', async (request, reply) => {
    await accounts.resetPassword({ ...readBody(ResetBody, request), address: clientAddress(request.ip) })
    return reply.code(204).send()
  })

  scope.post('/sign-out', { onRequest: requireSession }, async (request, reply) => {
    await sessions.end(sessionOf(request).id)
    cookies.clearSession(reply)
    return reply.code(204).send()
  })

  scope.post('/sign-out-everywhere', { onRequest: requireSession }, async (request, reply) => {
    await sessions.endAllOf(sessionOf(request).accountId)
    cookies.clearSession(reply)
    return reply.code(204).send()
  })
}

const credentialsOf = (request: FastifyRequest): Credentials => ({
  ...readBody(CredentialsBody, request),
  address: clientAddress(request.ip),
})
