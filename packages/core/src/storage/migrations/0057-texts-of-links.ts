const columns = ['metadata', 'redirect_url', 'webhook_url', 'description', 'reference', 'line_items', 'cancel_url']
const size = [...columns, 'alternatives'].map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')

/** Payments that links made show the texts of their links, so they no longer count to the quota of texts. */
export const up = `
update payment_usage set text_bytes = text_bytes - coalesce((select sum(${size}) from payments
  where payments.merchant_id = payment_usage.merchant_id and payments.livemode = payment_usage.livemode
    and payment_link is not null), 0);
`
