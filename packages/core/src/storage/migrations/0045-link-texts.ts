const columns = ['title', 'description', 'line_items', 'alternatives', 'redirect_url', 'metadata']
const size = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')

/** The texts of payment links count to the quota of texts, as those of payments do. */
export const up = `
insert into payment_usage (merchant_id, livemode, open_payments, text_bytes)
  select merchant_id, livemode, 0, sum(${size}) from payment_links where true group by merchant_id, livemode
  on conflict (merchant_id, livemode) do update set text_bytes = payment_usage.text_bytes + excluded.text_bytes;
`
