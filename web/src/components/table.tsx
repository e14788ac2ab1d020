/** A table whose first column names the row. On narrow screens every row becomes a card. */
import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  /** `head`: not repeated on cards; `unseen`: for screen readers only. */
  readonly named?: 'head' | 'unseen'
  /** Of the cells. */
  readonly class?: string | ((row: Row) => string)
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number | null
  readonly class?: string
  /** False: rows stay rows. */
  readonly cards?: boolean
  /** False: the caller draws the box. */
  readonly boxed?: boolean
  readonly attributesOf?: (row: Row) => { readonly id?: string; readonly class?: string }
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, class: look, cards = true, boxed = true, attributesOf } = props
  const table = (
    <table class={classes('table', cards && 'cards-when-narrow', look)}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isNumber, named }) => (
            <th key={name} scope="col" class={isNumber ? 'number' : undefined}>
              {named === 'unseen' ? <span class="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...attributesOf?.(row)}>
            {columns.map((column, index) => (
              <Cell key={column.name} column={column} row={row} isFirst={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return boxed ? <div class="card flush">{table}</div> : table
}

function Cell<Row>({ column, row, isFirst }: { column: Column<Row>; row: Row; isFirst: boolean }) {
  const { name, cell, isNumber, named, class: look } = column
  const looks = classes(isNumber && 'number', typeof look === 'function' ? look(row) : look)
  if (isFirst) {
    return (
      <th scope="row" class={looks}>
        {cell(row)}
      </th>
    )
  }
  return (
    <td class={looks} data-label={named ? undefined : name}>
      {cell(row)}
    </td>
  )
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined
