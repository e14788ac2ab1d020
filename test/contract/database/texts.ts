import { expect, test } from 'vitest'
import type { DatabaseUnderTest } from './under-test.js'

export function textsContract(subject: DatabaseUnderTest): void {
  test('the last text of a name is kept, until an empty one takes its place', async () => {
    const { texts } = subject.db
    expect(await texts.all()).toEqual({})
    await texts.set('moreCredits', 'Call Ann')
    await texts.set('moreCredits', 'Call Bob ü')
    await texts.set('other', 'x')
    expect(await (await subject.openAgain()).texts.all()).toEqual({ moreCredits: 'Call Bob ü', other: 'x' })
    await texts.set('moreCredits', '')
    expect(await texts.all()).toEqual({ other: 'x' })
  })
}
