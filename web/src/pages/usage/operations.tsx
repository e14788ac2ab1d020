/** What the images were, and what they cost. */
import { usage as texts } from '#texts/account'
import { operations as names } from '#texts/common'
import type { UsageOfOperation } from '../../api/types.js'
import { type Column, Table } from '../../components/table.js'
import { formatNumber } from '../../format/numbers.js'

const columns: readonly Column<UsageOfOperation>[] = [
  {
    name: texts.operation,
    cell: ({ operation }) => (operation === null ? texts.free : (names[operation] ?? operation)),
  },
  { name: texts.images, isNumber: true, cell: ({ images }) => formatNumber(images) },
  { name: texts.amount, isNumber: true, cell: ({ credits }) => formatNumber(credits) },
]

export function OperationTable({ operations }: { operations: readonly UsageOfOperation[] }) {
  if (operations.length === 0) return <p class="muted">{texts.nothing}</p>
  return (
    <Table
      caption={texts.byOperation}
      columns={columns}
      rows={operations}
      keyOf={({ operation }) => operation}
      cards={false}
    />
  )
}
