/** What needs mail: a forgotten password, a new address, a new account. Without a mail server these routes answer 404. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../base/errors.js'
import type { AccountByMail, MailRequest } from '../../service/accounts/account-by-mail.js'
import type { HttpParts } from '../parts.js'
import { languageOf } from '../site/language.js'
import { Email, LinkToken, Password, readBody } from './body.js'
import { clientAddress } from './client-address.js'
import type { Cookies } from './cookies.js'
import { createEntry, refuseClosedSignUp } from './entry.js'

const EmailBody = Type.Object({ email: Email })
const LinkBody = Type.Object({ token: LinkToken })
const SignUpBody = Type.Object({ token: LinkToken, password: Password })

export function byMailRoutes(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'byMail' | 'config' | 'sessions' | 'addresses'>,
  cookies: Cookies,
): void {
  const { enter } = createEntry(parts, cookies)

  scope.post('/forgotten-password', async (request, reply) => {
    await mailboxOf(parts).forgotPassword(mailRequestOf(request))
    return reply.code(202).send()
  })

  scope.post('/confirm-email', async (request) => {
    const link = readBody(LinkBody, request)
    return { email: await mailboxOf(parts).confirmEmail({ ...link, address: clientAddress(request.ip) }) }
  })

  scope.post('/sign-up-link', async (request, reply) => {
    refuseClosedSignUp(parts.config)
    await mailboxOf(parts).requestSignUp(mailRequestOf(request))
    return reply.code(202).send()
  })

  scope.post('/confirm-sign-up', async (request, reply) => {
    refuseClosedSignUp(parts.config)
    const given = { ...readBody(SignUpBody, request), address: clientAddress(request.ip) }
    const account = await mailboxOf(parts).confirmSignUp(given)
    return reply.code(201).send(await enter(request, reply, account))
  })
}

function mailboxOf({ byMail }: Pick<HttpParts, 'byMail'>): AccountByMail {
  if (byMail) return byMail
  throw new AppError('not_found', 'This server sends no mail: ask its operator for a link', { reason: 'no_mail' })
}

const mailRequestOf = (request: FastifyRequest): MailRequest => ({
  ...readBody(EmailBody, request),
  language: languageOf(request),
  address: clientAddress(request.ip),
})
