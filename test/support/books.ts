/** What the books say of an account, held against what its customer was told. */
import { loadConfig } from '../../src/config/load.js'
import { openDatabase } from '../../src/db/open.js'
import { entriesOf } from './ledger-entries.js'

/** How one request ended for its client. */
export interface Told {
  readonly charged: number
  /** Of an answer that never came: what it may have cost. */
  readonly mayBeCharged?: number
  readonly resultId?: string
}

export interface Audit {
  readonly charged: number
  readonly told: number
  readonly unheard: number
  /** Whatever does not agree, in words. */
  readonly faults: readonly string[]
}

export async function auditOf(
  settings: Record<string, string>,
  accountId: string,
  answers: readonly Told[],
): Promise<Audit> {
  const db = await openDatabase(loadConfig(settings))
  try {
    const account = await db.accounts.findById(accountId)
    const entries = await entriesOf(db, accountId)
    const charges = entries.filter(({ reason }) => reason === 'charge')
    const charged = -sum(charges, ({ amount }) => amount)
    const told = sum(answers, (answer) => answer.charged)
    const unheard = sum(answers, ({ mayBeCharged = 0 }) => mayBeCharged)
    const booked = sum(entries, ({ amount }) => amount)
    const wrongResults = answers.filter(({ resultId, charged: price }) => {
      const ofIt = charges.filter((charge) => charge.resultId === resultId)
      return resultId !== undefined && -sum(ofIt, ({ amount }) => amount) !== price
    })
    const faults = [
      account?.balance !== booked && `balance ${account?.balance}, entries ${booked}`,
      account?.held !== 0 && `${account?.held} held`,
      charged < told && `${charged} charged for answers of ${told}`,
      charged > told + unheard && `${charged} charged for answers of ${told}, with ${unheard} for those that were lost`,
      wrongResults.length > 0 && `${wrongResults.length} results charged for at another price than theirs`,
    ].filter((fault) => fault !== false)
    return { charged, told, unheard, faults }
  } finally {
    await db.close()
  }
}

const sum = <T>(list: readonly T[], amountOf: (item: T) => number): number =>
  list.reduce((total, item) => total + amountOf(item), 0)
