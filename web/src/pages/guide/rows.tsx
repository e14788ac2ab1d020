/** A small two-column table. */
import type { ComponentChildren } from 'preact'
import { Prose } from '../../components/prose.js'
import { type Column, Table } from '../../components/table.js'

type Row = readonly [what: string, value: ComponentChildren]

interface RowsProps {
  readonly caption: string
  readonly head: readonly [string, string]
  readonly rows: readonly Row[]
}

export function Rows({ caption, head, rows }: RowsProps) {
  const columns: readonly Column<Row>[] = [
    { name: head[0], cell: ([what]) => <Prose text={what} /> },
    { name: head[1], cell: ([, value]) => (typeof value === 'string' ? <Prose text={value} /> : value) },
  ]
  return <Table caption={caption} columns={columns} rows={rows} keyOf={([what]) => what} class="wrap" cards={false} />
}
