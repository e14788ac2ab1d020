/** How a visitor signs in, and what the page is told about the account. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../base/errors.js'
import type { Account } from '../../service/accounts/account-access.js'
import type { HttpParts } from '../parts.js'
import type { OwnAccount, SessionState } from './answers.js'
import type { Cookies } from './cookies.js'
import { runsIn } from './user-agent.js'

export function createEntry(
  { config, sessions, byMail }: Pick<HttpParts, 'config' | 'sessions' | 'byMail'>,
  cookies: Cookies,
) {
  const describe = (csrf: string, account: Account | undefined): SessionState => ({
    csrf,
    signup: config.signup,
    freeCredits: config.freeCredits,
    notices: config.notices,
    mail: byMail !== undefined,
    account: account ? describeAccount(account) : null,
  })
  return {
    describe,
    /** Always a new token, and the previous session ends: a planted session is worthless. */
    enter: async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
      if (request.webSession) await sessions.end(request.webSession.id)
      const { token, session } = await sessions.start(account.id, runsIn(request.headers['user-agent']))
      cookies.setSession(reply, token)
      return describe(session.csrf, account)
    },
  }
}

export function refuseClosedSignUp({ signup }: HttpParts['config']): void {
  if (signup === 'open') return
  throw new AppError('forbidden', 'Only the operator of this server creates accounts', { reason: 'signup_closed' })
}

const describeAccount = ({ email, operator, createdAt, balance, held }: Account): OwnAccount => ({
  email,
  operator,
  createdAt,
  balance,
  available: balance - held,
})
