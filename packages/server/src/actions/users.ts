/** Actions of the commands of users, also for an operator who is locked out. */

import {
  changeRoleAsOperator,
  inviteAsOperator,
  listUsersAsOperator,
  removeUserAsOperator,
  resetUserAsOperator,
} from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { NO_ADDRESS, runWithCheckout } from '../setup/open.ts'

export async function listUsers(given: Input<'users list'>): Promise<void> {
  const data = await runWithCheckout(given, ({ context }) => listUsersAsOperator(context))
  if (given.json) return print(JSON.stringify({ data }))
  printTable(data, {
    EMAIL: 'email',
    MERCHANT: 'merchant',
    ROLE: 'role',
    PASSWORD: ({ hasPassword }) => (hasPassword ? 'yes' : 'no'),
    PASSKEYS: 'passkeyCount',
    'LAST SIGNED IN': 'lastSignedInAt',
    SINCE: 'since',
    ID: 'id',
  })
}

export async function invite(given: Input<'users invite'>): Promise<void> {
  const { email, role } = given
  const invited = await runWithCheckout(given, ({ context }) => {
    requireDashboard(context.settings)
    return inviteAsOperator(context, given.merchant, { email, role })
  })
  if (given.json) return print(JSON.stringify(invited))
  const { merchant, role: granted, url, expiresAt } = invited
  print(`Whoever opens this link becomes ${granted} of ${merchant}. It works once, until ${expiresAt}.\n\n${url}`)
}

export async function reset(given: Input<'users reset'>): Promise<void> {
  const issued = await runWithCheckout(given, ({ context }) => {
    requireDashboard(context.settings)
    return resetUserAsOperator(context, given.email)
  })
  if (given.json) return print(JSON.stringify(issued))
  const { url, expiresAt } = issued
  print(`${issued.email} is signed out. This link replaces its credentials, until ${expiresAt}.\n\n${url}`)
}

export async function changeRole(given: Input<'users role'>): Promise<void> {
  const { email, role, merchant: merchantId } = given
  await runWithCheckout(given, ({ context }) => changeRoleAsOperator(context, { email, merchantId }, role))
  print(`${email} is ${role}.`)
}

export async function remove(given: Input<'users remove'>): Promise<void> {
  const { email, merchant: merchantId } = given
  await runWithCheckout(given, ({ context }) => removeUserAsOperator(context, { email, merchantId }))
  print(`${email} is removed.`)
}

/** A link must lead to a page where somebody can sign in. */
function requireDashboard({ dashboard, publicUrl }: { readonly dashboard: boolean; readonly publicUrl: string }): void {
  if (!dashboard) throw new OperatorError('Nobody can sign in: the configuration has "dashboard": false.')
  if (publicUrl !== NO_ADDRESS) return
  throw new OperatorError('The address of the server is not known yet: start it once, or configure publicUrl.')
}
