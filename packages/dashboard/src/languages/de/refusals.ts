import type { Texts } from '../en/index.ts'

/** Sagt, was los ist. Die Einzelheiten stehen nur in der englischen Antwort. */
const withDetail = (text: string) => (message: string) => `${text} (${message})`

export const refusals: Texts['refusals'] = {
  unreachable: () => 'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung.',
  unreadable: () => 'Die Antwort kam nicht vom Checkout. Versuchen Sie es gleich noch einmal.',
  invalid_credentials: () => 'Die Adresse, das Passwort, der Code oder der Passkey stimmt nicht.',
  invalid_invitation: () => 'Dieser Link ist falsch, wurde schon verwendet oder ist abgelaufen.',
  invalid_parameter: (message, param) =>
    param === 'code' ? 'Dieser Code ist nicht richtig.' : `Eine Angabe ist so nicht möglich. (${message})`,
  invalid_state: withDetail('Das geht zurzeit nicht.'),
  invalid_wallet_address: withDetail('Das ist keine gültige Adresse für dieses Netzwerk.'),
  missing_parameter: withDetail('Eine Angabe fehlt.'),
  weak_password: withDetail('Dieses Passwort ist zu leicht zu erraten.'),
  rate_limited: withDetail('Das waren zu viele Versuche. Warten Sie etwas.'),
  quota_exceeded: withDetail('Die Höchstzahl ist erreicht.'),
  refund_exceeds_payment: withDetail('So viel kann nicht erstattet werden.'),
  wallet_cannot_receive: withDetail('Diese Adresse kann das Geld nicht empfangen.'),
  wallet_capacity_exceeded: withDetail('Für diese Wallet sind zu viele Zahlungen offen.'),
  unsupported_asset: withDetail('Dieser Coin ist auf diesem Netzwerk nicht eingerichtet.'),
  unsupported_currency: withDetail('Diese Währung ist nicht eingerichtet.'),
  insufficient_scope: withDetail('Ihre Rolle darf das nicht.'),
  reauthentication_required: () => 'Dafür muss noch einmal das Passwort oder der Passkey gezeigt werden.',
  network_unreachable: withDetail('Das Netzwerk ist zurzeit nicht erreichbar.'),
  not_ready: withDetail('Das Netzwerk oder der Kurs ist zurzeit nicht lesbar. Versuchen Sie es gleich noch einmal.'),
  internal_error: withDetail('Im Server ist ein Fehler aufgetreten.'),
}
