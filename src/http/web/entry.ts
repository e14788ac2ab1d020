/** How somebody comes in, and what the page is told about who they are. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { Account } from '../../service/account-access.js'
import type { HttpParts } from '../parts.js'
import type { Cookies } from './cookies.js'
import { runsIn } from './user-agent.js'

export function createEntry({ config, sessions, byMail }: HttpParts, cookies: Cookies) {
  const describe = (csrf: string, account: Account | undefined) => ({
    csrf,
    signup: config.signup,
    freeCredits: config.freeCredits,
    notices: config.notices,
    mail: byMail !== undefined,
    account: account ? describeAccount(account) : null,
  })
  return {
    describe,
    /** Always a new token, and the session before it ends: a planted one leads nowhere. */
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
  throw new AppError('forbidden', 'Accounts are made by the operator of this server', { reason: 'signup_closed' })
}

const describeAccount = ({ email, operator, createdAt, balance, held }: Account) => ({
  email,
  operator,
  createdAt,
  balance,
  available: balance - held,
})
