/** What the images were, and what they cost. */
import { usage as texts } from '#texts/account'
import { operations as names } from '#texts/common'
import type { UsageOfOperation } from '../../api/types.js'
import { formatNumber } from '../../format/numbers.js'

export function OperationTable({ operations }: { operations: readonly UsageOfOperation[] }) {
  if (operations.length === 0) return <p class="muted">{texts.nothing}</p>
  return (
    <div class="card flush">
      <table class="table">
        <caption class="visually-hidden">{texts.byOperation}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.operation}</th>
            <th scope="col" class="number">
              {texts.images}
            </th>
            <th scope="col" class="number">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operation, images, credits }) => (
            <tr key={operation}>
              <th scope="row">{operation === null ? texts.free : (names[operation] ?? operation)}</th>
              <td class="number">{formatNumber(images)}</td>
              <td class="number">{formatNumber(credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
