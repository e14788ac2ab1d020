/** For operators: managing accounts, and the audit trail. For others these routes do not exist. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../base/errors.js'
import { isUnlimited } from '../../service/accounts/unlimited.js'
import type { BookingNote, OperatorActions } from '../../service/operator/operator-actions.js'
import { bookmarkText, pageRequestOf, queryText } from '../paging.js'
import type { HttpParts } from '../parts.js'
import type { AccountDetails, AccountSummary, AuditEntry } from './answers.js'
import { type ById, Email, readBody } from './body.js'
import { accountOf, requireOperator } from './guard.js'
import { describeKey } from './keys.js'
import { describeEntry } from './usage.js'

const PAGE = 50
const MAX = 1_000_000
const NOTE = { maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$', description: 'a line of up to 200 characters' }

const amount = Type.Integer({ minimum: 1, maximum: MAX, description: `a whole number from 1 to ${MAX}` })
const note = Type.Optional(Type.String(NOTE))
const internal = Type.Optional(Type.Boolean({ description: 'true to hide the note from the owner, or false' }))
const CreditsBody = Type.Object({ amount, note, internal })
/** Credits are not taken without a reason. */
const CorrectionBody = Type.Object({
  amount,
  note: Type.String({
    ...NOTE,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$',
    description: 'a reason of 1 to 200 characters',
  }),
  internal,
})
const AccountBody = Type.Object({
  email: Email,
  credits: Type.Integer({ minimum: 0, maximum: MAX, description: `a whole number from 0 to ${MAX}` }),
  unlimited: Type.Optional(Type.Boolean({ description: 'true or false' })),
})
const UnlimitedBody = Type.Object({ unlimited: Type.Boolean({ description: 'true or false' }) })
const NoteBody = Type.Object({ note })
const DeletionBody = Type.Object({ email: Type.String({ description: 'the email address of the account' }), note })
const RateLimitBody = Type.Object({
  rateLimit: Type.Union([Type.Integer({ minimum: 1, maximum: MAX }), Type.Null()], {
    description: `a whole number from 1 to ${MAX}, or null for the default`,
  }),
})

/** What an operator's requests need. */
export type OperatorParts = Pick<HttpParts, 'accounts' | 'operatorActions'>

/** On behalf of the operator who is signed in. */
export async function actsOf(parts: OperatorParts, request: FastifyRequest): Promise<OperatorActions> {
  const { id, email } = await accountOf(parts, request)
  return parts.operatorActions({ name: email, accountId: id })
}

export function operatorAccountRoutes(
  scope: FastifyInstance,
  parts: OperatorParts & Pick<HttpParts, 'accountOverview' | 'config'>,
): void {
  const { accountOverview, config } = parts
  /** As it is treated, whatever is stored about it. */
  const inForce = (account: AccountSummary): AccountSummary => ({ ...account, unlimited: isUnlimited(config, account) })
  const operator = { onRequest: requireOperator(parts) }
  scope.get('/operator/accounts', operator, async (request) => {
    const { items, next } = await accountOverview.listAccounts(searchOf(request), pageRequestOf(request, PAGE))
    return { accounts: items.map(inForce), next: bookmarkText(next) }
  })

  scope.post('/operator/accounts', operator, async (request, reply) => {
    const { account, password } = await (await actsOf(parts, request)).createAccount(readBody(AccountBody, request))
    return reply.code(201).send({ account: inForce(account), password })
  })

  scope.get<ById>('/operator/accounts/:id', operator, async (request): Promise<AccountDetails> => {
    const { account, keys, entries } = await accountOverview.showAccount(request.params.id)
    return {
      account: inForce(account),
      usualRateLimit: config.accountRateLimit,
      allUnlimited: config.unlimited === 'all',
      keys: keys.map((key) => describeKey(parts, key, account)),
      entries: entries.map((line) => ({
        ...describeEntry(line),
        note: line.note?.text ?? null,
        internal: line.note?.internal ?? false,
      })),
    }
  })

  scope.post<ById>('/operator/accounts/:id/credits', operator, async (request) => {
    const body = readBody(CreditsBody, request)
    const acts = await actsOf(parts, request)
    return { balance: await acts.grantCredits(request.params.id, body.amount, noteOf(body)) }
  })

  scope.post<ById>('/operator/accounts/:id/correction', operator, async (request) => {
    const body = readBody(CorrectionBody, request)
    const acts = await actsOf(parts, request)
    return { balance: await acts.takeCredits(request.params.id, body.amount, noteOf(body)) }
  })

  scope.post<ById>('/operator/accounts/:id/suspend', operator, async (request, reply) => {
    const body = readBody(NoteBody, request)
    await (await actsOf(parts, request)).suspendAccount(request.params.id, body.note)
    return reply.code(204).send()
  })

  scope.post<ById>('/operator/accounts/:id/resume', operator, async (request, reply) => {
    const body = readBody(NoteBody, request)
    await (await actsOf(parts, request)).resumeAccount(request.params.id, body.note)
    return reply.code(204).send()
  })

  scope.post<ById>('/operator/accounts/:id/delete', operator, async (request, reply) => {
    const body = readBody(DeletionBody, request)
    const { account } = await accountOverview.showAccount(request.params.id)
    if (body.email.trim().toLowerCase() !== account.email) {
      throw new AppError('invalid_request', `Type ${account.email} to delete this account`, { parameter: 'email' })
    }
    await (await actsOf(parts, request)).removeAccount(account.id, body.note)
    return reply.code(204).send()
  })

  scope.put<ById>('/operator/accounts/:id/unlimited', operator, async (request, reply) => {
    const { unlimited } = readBody(UnlimitedBody, request)
    await (await actsOf(parts, request)).setUnlimited(request.params.id, unlimited)
    return reply.code(204).send()
  })

  scope.put<ById>('/operator/accounts/:id/rate-limit', operator, async (request, reply) => {
    const { rateLimit } = readBody(RateLimitBody, request)
    await (await actsOf(parts, request)).limitAccount(request.params.id, rateLimit)
    return reply.code(204).send()
  })

  scope.put<ById>('/operator/keys/:id/rate-limit', operator, async (request, reply) => {
    const { rateLimit } = readBody(RateLimitBody, request)
    await (await actsOf(parts, request)).limitKey(request.params.id, rateLimit)
    return reply.code(204).send()
  })

  scope.get('/operator/audit', operator, async (request) => {
    const { items, next } = await accountOverview.auditTrail(searchOf(request), pageRequestOf(request, PAGE))
    const entries = items.map(({ createdAt, ...entry }): AuditEntry => ({ ...entry, at: createdAt }))
    return { entries, next: bookmarkText(next) }
  })
}

const noteOf = ({ note: text, internal = false }: { note?: string; internal?: boolean }): BookingNote | undefined =>
  text ? { text, internal } : undefined

const searchOf = (request: FastifyRequest): string =>
  (queryText(request, 'search') ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .slice(0, 254)
