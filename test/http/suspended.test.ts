/** A suspended account: refused in words at every door, and let in again with what it had. */
import { expect, test } from 'vitest'
import { COMMAND_LINE } from '../../src/service/operator/operator-actions.js'
import { errorOf, useApp } from './app.js'
import { Browser, signedIn } from './browser.js'

const app = useApp()
const MESSAGE = 'This account is suspended: ask the operator of this server'

test('its keys are refused in both dialects, nothing is charged, and they work again afterwards', async () => {
  const caller = await app.caller({ credits: 3 })
  await app.parts.operatorActions(COMMAND_LINE).suspendAccount(caller.accountId)
  const ours = errorOf(await caller.remove({ size: 'full' }))
  expect(ours).toEqual({ status: 403, code: 'forbidden', message: MESSAGE })
  const theirs = await caller.remove({ size: 'full' }, {}, '/v1.0/removebg')
  expect(theirs.statusCode).toBe(403)
  expect(theirs.json()).toEqual({ errors: [{ title: 'Forbidden', code: 'forbidden', detail: MESSAGE }] })
  await app.parts.operatorActions(COMMAND_LINE).resumeAccount(caller.accountId)
  expect((await caller.remove({ size: 'full' })).statusCode).toBe(201)
  expect(await caller.charges()).toEqual([-1])
})

test('everybody is signed out, nobody signs in, and afterwards everything is as it was', async () => {
  const browser = await signedIn(app)
  await app.parts.operatorActions(COMMAND_LINE).suspendAccount(browser.accountId)
  expect((await browser.get('/web/usage')).statusCode).toBe(401)
  const refused = await new Browser(app).signIn(browser.email)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual({ errors: { code: 'account_suspended', message: MESSAGE } })
  // Whoever does not know the password learns nothing.
  expect((await new Browser(app).signIn(browser.email, 'a wrong password')).statusCode).toBe(401)
  await app.parts.operatorActions(COMMAND_LINE).resumeAccount(browser.accountId)
  expect((await new Browser(app).signIn(browser.email)).statusCode).toBe(200)
})

test('a session that slipped through the suspension is of no use either', async () => {
  const browser = await signedIn(app)
  await app.db.accounts.setSuspended(browser.accountId, true)
  expect((await browser.get('/web/usage')).statusCode).toBe(401)
})
