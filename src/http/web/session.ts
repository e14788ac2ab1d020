/** Sign up, sign in, sign out, a forgotten password, and what the page asks first: who am I? */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import type { Account, Credentials } from '../../service/account-access.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { clientAddress } from './client-address.js'
import type { Cookies } from './cookies.js'
import { requireSession, sessionOf } from './guard.js'
import { runsIn } from './user-agent.js'

const CredentialsBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 1000, description: 'an email address' }),
  password: Type.String({ minLength: 1, maxLength: 1000, description: 'a password' }),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'a code of the authenticator app' })),
})

const ResetBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'what is in the link' }),
  password: Type.String({ minLength: 1, maxLength: 1000, description: 'a password' }),
})

export function sessionRoutes(scope: FastifyInstance, parts: HttpParts, cookies: Cookies): void {
  const { accounts, sessions, config } = parts

  const describe = (csrf: string, account: Account | undefined) => ({
    csrf,
    signup: config.signup,
    freeCredits: config.freeCredits,
    notices: config.notices,
    account: account ? describeAccount(account) : null,
  })
  /** Always a new token, and the session before it ends: a planted one leads nowhere. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
    if (request.webSession) await sessions.end(request.webSession.id)
    const { token, session } = await sessions.start(account.id, runsIn(request.headers['user-agent']))
    cookies.setSession(reply, token)
    return describe(session.csrf, account)
  }

  scope.get('/session', async (request, reply) => {
    const { webSession } = request
    const account = webSession && (await accounts.find(webSession.accountId))
    return describe(webSession?.csrf ?? cookies.greetVisitor(request, reply), account)
  })

  scope.post('/sign-up', async (request, reply) => {
    if (config.signup === 'closed') {
      const message = 'Accounts are made by the operator of this server'
      throw new AppError('forbidden', message, { reason: 'signup_closed' })
    }
    const account = await accounts.signUp(credentialsOf(request))
    return reply.code(201).send(await enter(request, reply, account))
  })

  scope.post('/sign-in', async (request, reply) => enter(request, reply, await accounts.signIn(credentialsOf(request))))

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

const describeAccount = ({ email, operator, createdAt, balance, held }: Account) => ({
  email,
  operator,
  createdAt,
  balance,
  available: balance - held,
})
