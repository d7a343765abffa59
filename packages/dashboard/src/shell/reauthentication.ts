/** Asks for the password or passkey again, before a change that is sensitive. */
import { html, nothing } from 'lit'
import { setReauthentication } from '../api/request.ts'
import { callAuth, reauthenticateWithPasskey, type SignedIn } from '../api/sign-in.ts'
import { texts } from '../languages/texts.ts'
import { openDialog } from '../parts/dialog.ts'
import { readText, textField } from '../parts/field.ts'
import { session } from '../session.ts'

setReauthentication(async () => {
  const { title, reason, passkey, password, confirm } = texts.shell.reauthenticate
  const user = session.current?.user
  const byPassword = user?.hasPassword ?? false
  const signedIn = await openDialog<SignedIn>({
    title,
    body: html`<p>${reason}</p>
      ${
        byPassword
          ? textField({
              name: 'password',
              label: password,
              type: 'password',
              autocomplete: 'current-password',
              autofocus: true,
            })
          : nothing
      }`,
    submit: byPassword && !user?.passkeyCount ? confirm : byPassword ? confirm : passkey,
    run: (values) => {
      const given = readText(values, 'password')
      return given ? callAuth('POST', '/reauthenticate', { password: given }) : reauthenticateWithPasskey()
    },
  })
  if (signedIn) session.begin(signedIn)
  return signedIn !== null
})
