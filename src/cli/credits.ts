/** Credits from the command line. */

import type { BookingNote } from '../service/operator/operator-actions.js'
import {
  answer,
  type Command,
  emailOption,
  flagOption,
  jsonOption,
  optionalText,
  print,
  requiredText,
  requiredWholeNumber,
  textOption,
  type Values,
} from './command.js'
import { withSite } from './with-site.js'

const noteOptions = {
  note: textOption('TEXT', 'Why; the owner of the account sees it with the entry'),
  internal: flagOption('The note is for operators only'),
}
const amountOption = textOption('N', 'How many', { required: true })

function noteIn(values: Values): BookingNote | undefined {
  const text = optionalText(values, 'note')
  return text ? { text, internal: values.internal === true } : undefined
}

export const creditsCommands: readonly Command[] = [
  {
    name: 'credits grant',
    group: 'Accounts',
    summary: 'Add credits to an account',
    options: { email: emailOption, amount: amountOption, ...noteOptions, ...jsonOption },
    examples: [
      'credits grant --email ada@example.com --amount 100',
      'credits grant --email bob@example.com --amount 1 --note Lost',
    ],
    run: withSite(async (site, values) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const amount = requiredWholeNumber(values, 'amount', 1)
      const credits = await (await site.acts()).grantCredits(id, amount, noteIn(values))
      answer(values, { email, credits }, () => print(`${email} has ${credits} credits`))
    }),
  },
  {
    name: 'credits take',
    group: 'Accounts',
    summary: 'Take credits back from an account',
    about: 'Takes nothing if the account has less, or if running requests hold part of it.',
    options: { email: emailOption, amount: amountOption, ...noteOptions, ...jsonOption },
    examples: [
      'credits take --email ada@example.com --amount 100',
      'credits take --email bob@example.com --amount 5 --note Twice',
    ],
    run: withSite(async (site, values) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const amount = requiredWholeNumber(values, 'amount', 1)
      const credits = await (await site.acts()).takeCredits(id, amount, noteIn(values))
      answer(values, { email, credits }, () => print(`${email} has ${credits} credits`))
    }),
  },
  {
    name: 'credits show',
    group: 'Accounts',
    summary: 'Show the balance of an account: the number alone, or “unlimited”',
    options: { email: emailOption, ...jsonOption },
    examples: ['credits show --email ada@example.com', 'credits show --email bob@example.com --json'],
    run: withSite(async (site, values) => {
      const account = await site.requireAccount(requiredText(values, 'email'))
      const { email, balance, held } = account
      const unlimited = site.isUnlimited(account)
      answer(values, { email, credits: balance, held, unlimited }, () =>
        print(unlimited ? 'unlimited' : String(balance)),
      )
    }),
  },
]
