type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** The lane of a payment's own `webhookUrl`: shared by one merchant's deliveries to one server. */
export function laneOfUrl(owner: Owner, url: string): string {
  return `${owner.merchantId} ${owner.livemode ? 'production' : 'sandbox'} ${new URL(url).origin}`
}
