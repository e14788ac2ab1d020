/** How a visitor signs in, and what the page is told about the account. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../base/errors.js'
import type { Account } from '../../service/accounts/account-access.js'
import { isUnlimited } from '../../service/accounts/unlimited.js'
import type { HttpParts } from '../parts.js'
import type { OwnAccount, SessionState } from './answers.js'
import type { Cookies } from './cookies.js'
import { runsIn } from './user-agent.js'
import { visitorTermsOf } from './visitors.js'

export function createEntry(parts: Pick<HttpParts, 'config' | 'sessions' | 'byMail' | 'addresses'>, cookies: Cookies) {
  const { config, sessions, byMail } = parts
  const describe = (request: FastifyRequest, csrf: string, account: Account | undefined): SessionState => ({
    csrf,
    signup: config.signup,
    visitors: visitorTermsOf(parts, request),
    // Where all accounts are unlimited, credits are nothing to advertise.
    freeCredits: config.unlimited === 'all' ? 0 : config.freeCredits,
    notices: config.notices,
    prices: config.prices,
    legal: config.legal,
    mail: byMail !== undefined,
    account: account ? describeAccount(config, account) : null,
  })
  return {
    describe,
    /** Always a new token, and the previous session ends: a planted session is worthless. */
    enter: async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
      if (request.webSession) await sessions.end(request.webSession.id)
      const { token, session } = await sessions.start(account.id, runsIn(request.headers['user-agent']))
      cookies.setSession(reply, token)
      return describe(request, session.csrf, account)
    },
  }
}

export function refuseClosedSignUp({ signup }: HttpParts['config']): void {
  if (signup === 'open') return
  throw new AppError('forbidden', 'Only the operator of this server creates accounts', { reason: 'signup_closed' })
}

const describeAccount = (config: HttpParts['config'], account: Account): OwnAccount => ({
  email: account.email,
  operator: account.operator,
  createdAt: account.createdAt,
  hasPassword: account.passwordHash !== null,
  ...describeBalance(config, account),
})

export const describeBalance = (config: HttpParts['config'], account: Account) => ({
  balance: account.balance,
  available: account.balance - account.held,
  unlimited: isUnlimited(config, account),
})
