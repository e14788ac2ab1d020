import { expect, test } from 'vitest'
import { countOf, type DatabaseUnderTest, times } from './under-test.js'

export function secretsContract(subject: DatabaseUnderTest): void {
  test('the first proposal for a name is kept; later ones get that one', async () => {
    const { secrets } = subject.db
    expect(await secrets.keep('cookies', 'first')).toBe('first')
    expect(await secrets.keep('cookies', 'second')).toBe('first')
    expect(await secrets.keep('other', 'third')).toBe('third')
    expect(await (await subject.openAgain()).secrets.keep('cookies', 'fourth')).toBe('first')
  })

  test('of 10 that propose at once, all end up with the same', async () => {
    const again = await subject.openAgain()
    const proposals = times(10, (index) => (index % 2 ? again : subject.db).secrets.keep('cookies', `number ${index}`))
    const kept = await subject.db.secrets.keep('cookies', 'late')
    expect(await countOf(proposals, (secret) => secret === kept)).toBe(10)
  })
}
