/** The second factor of the account: on with a password and a code; off, or with new recovery codes, with both. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { HttpParts } from '../parts.js'
import type { TwoFactorState } from './answers.js'
import { Code, Password, readBody } from './body.js'
import { accountOf, requireSession, sessionOf } from './guard.js'

const BeginBody = Type.Object({ password: Password })
const ConfirmBody = Type.Object({ code: Code })
const ChangeBody = Type.Object({ password: Password, code: Code })

export function twoFactorRoutes(scope: FastifyInstance, parts: Pick<HttpParts, 'accounts' | 'twoFactor'>): void {
  const { accounts, twoFactor } = parts
  const signedIn = { onRequest: requireSession }

  scope.get(
    '/two-factor',
    signedIn,
    (request): Promise<TwoFactorState> => twoFactor.state(sessionOf(request).accountId),
  )

  scope.post('/two-factor/begin', signedIn, async (request) => {
    const { password } = readBody(BeginBody, request)
    const account = await accountOf(parts, request)
    await accounts.confirmPassword(account, { password, parameter: 'password' })
    return twoFactor.begin(account)
  })

  scope.post('/two-factor/confirm', signedIn, async (request) => {
    const { code } = readBody(ConfirmBody, request)
    return { recoveryCodes: await twoFactor.confirm(await accountOf(parts, request), code) }
  })

  const readChange = async (request: FastifyRequest) => {
    const { password, code } = readBody(ChangeBody, request)
    const account = await accountOf(parts, request)
    await accounts.confirmPassword(account, { password, parameter: 'password' })
    return { account, code }
  }

  scope.post('/two-factor/recovery-codes', signedIn, async (request) => {
    const { account, code } = await readChange(request)
    return { recoveryCodes: await twoFactor.renewRecoveryCodes(account, code) }
  })

  scope.post('/two-factor/off', signedIn, async (request, reply) => {
    const { account, code } = await readChange(request)
    await twoFactor.turnOff(account, code)
    return reply.code(204).send()
  })
}
