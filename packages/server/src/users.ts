/** Commands for the people who use the dashboard, also for an operator who is locked out. */
import {
  changeRoleAsOperator,
  inviteAsOperator,
  listUsersAsOperator,
  type Role,
  removeUserAsOperator,
  resetUserAsOperator,
  roles,
} from '@crypto-checkout/core'
import { type Command, formatTable, OperatorError, parseOptions, print, UsageError } from './command.ts'
import { NO_ADDRESS, runWithCheckout } from './open.ts'

const HEADINGS = ['EMAIL', 'MERCHANT', 'ROLE', 'PASSWORD', 'PASSKEYS', 'LAST SIGNED IN', 'SINCE', 'ID']

export const usersList: Command = {
  usage: 'users list [--json]',
  summary: 'List all users with their merchants and roles.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const data = await runWithCheckout(values, ({ context }) => listUsersAsOperator(context))
    if (values.json) return print(JSON.stringify({ data }))
    const rows = data.map(({ email, merchant, role, hasPassword, passkeyCount, lastSignedInAt, since, id }) => [
      ...[email, merchant ?? '', role ?? '', hasPassword ? 'yes' : 'no', String(passkeyCount)],
      ...[lastSignedInAt ?? '', since ?? '', id],
    ])
    print(formatTable(HEADINGS, rows))
  },
}

export const usersInvite: Command = {
  usage: 'users invite [--email ADDRESS] [--role ROLE] [--merchant ID] [--json]',
  summary:
    'Print a link that makes a user. It works once: for seven days, or for 15 minutes if it is for no address. ' +
    'The first user of a merchant is an owner.',
  async run(words) {
    const { values } = parseOptions(words, { email: 'string', role: 'string', merchant: 'string', json: 'boolean' })
    const { email } = values
    const role = values.role === undefined ? undefined : parseRole(values.role)
    const invited = await runWithCheckout(values, ({ context }) => {
      requireDashboard(context.settings)
      return inviteAsOperator(context, values.merchant, { email, role })
    })
    if (values.json) return print(JSON.stringify(invited))
    const { merchant, role: given, url, expiresAt } = invited
    print(`Whoever opens this link becomes ${given} of ${merchant}. It works once, until ${expiresAt}.\n\n${url}`)
  },
}

export const usersReset: Command = {
  usage: 'users reset EMAIL [--json]',
  summary: 'End the sessions of a user, and print a link for new credentials. It works once, for an hour.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['EMAIL'])
    const [email = ''] = positionals
    const issued = await runWithCheckout(values, ({ context }) => {
      requireDashboard(context.settings)
      return resetUserAsOperator(context, email)
    })
    if (values.json) return print(JSON.stringify(issued))
    const { url, expiresAt } = issued
    print(`${issued.email} is signed out. This link replaces its credentials, until ${expiresAt}.\n\n${url}`)
  },
}

export const usersRole: Command = {
  usage: 'users role EMAIL ROLE [--merchant ID]',
  summary: `Change the role of a user, at once. Roles: ${roles.join(', ')}.`,
  async run(words) {
    const { values, positionals } = parseOptions(words, { merchant: 'string' }, ['EMAIL', 'ROLE'])
    const [email = '', name = ''] = positionals
    const role = parseRole(name)
    const named = { email, merchantId: values.merchant }
    await runWithCheckout(values, ({ context }) => changeRoleAsOperator(context, named, role))
    print(`${email} is ${role}.`)
  },
}

export const usersRemove: Command = {
  usage: 'users remove EMAIL [--merchant ID]',
  summary: 'Take a merchant from a user, at once. Keys that the user made still work.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { merchant: 'string' }, ['EMAIL'])
    const [email = ''] = positionals
    const named = { email, merchantId: values.merchant }
    await runWithCheckout(values, ({ context }) => removeUserAsOperator(context, named))
    print(`${email} is removed.`)
  },
}

function parseRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (!role) throw new UsageError(`There is no role ${JSON.stringify(text)}. Roles: ${roles.join(', ')}.`)
  return role
}

/** A link must lead to a page where somebody can sign in. */
function requireDashboard({ dashboard, publicUrl }: { readonly dashboard: boolean; readonly publicUrl: string }): void {
  if (!dashboard) throw new OperatorError('Nobody can sign in: the configuration has "dashboard": false.')
  if (publicUrl !== NO_ADDRESS) return
  throw new OperatorError('The address of the server is not known yet: start it once, or configure publicUrl.')
}
