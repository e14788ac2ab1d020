/** What was charged or granted, when, and with which key. */
import { usage as texts } from '#texts/account'
import { operations } from '#texts/common'
import type { LedgerEntry } from '../api/types.js'
import { formatChange } from '../format/numbers.js'
import { Moment } from './ago.js'
import { KeyName } from './key-name.js'
import { type Column, Table } from './table.js'

const columns: readonly Column<LedgerEntry>[] = [
  {
    name: texts.what,
    cell: (entry) => (
      <>
        {whatOf(entry)}
        {entry.note && (
          <span class="hint note">
            {entry.note} {entry.internal && <span class="tag">{texts.internal}</span>}
          </span>
        )}
      </>
    ),
  },
  { name: texts.when, cell: ({ at }) => <Moment at={at} /> },
  {
    name: texts.key,
    cell: ({ keyName, keyPrefix }) => <KeyName name={keyName} prefix={keyPrefix} none="–" />,
  },
  {
    name: texts.amount,
    isNumber: true,
    class: ({ amount }) => (amount > 0 ? 'gain' : ''),
    cell: ({ amount }) => formatChange(amount),
  },
]

export const LedgerTable = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <Table caption={texts.ledger} columns={columns} rows={entries} keyOf={({ id }) => id} />
)

function whatOf({ kind, operation }: LedgerEntry): string {
  if (kind !== 'charge' || operation === null) return texts.kinds[kind]
  return operations[operation] ?? operation
}
