/** A small two-column table. */
import type { ComponentChildren } from 'preact'
import { Prose } from '../../components/prose.js'

interface RowsProps {
  readonly caption: string
  readonly head: readonly [string, string]
  readonly rows: readonly (readonly [what: string, value: ComponentChildren])[]
}

export function Rows({ caption, head, rows }: RowsProps) {
  return (
    <div class="card flush">
      <table class="table wrap">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head[0]}</th>
            <th scope="col">{head[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, value]) => (
            <tr key={what}>
              <th scope="row">
                <Prose text={what} />
              </th>
              <td>{typeof value === 'string' ? <Prose text={value} /> : value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
