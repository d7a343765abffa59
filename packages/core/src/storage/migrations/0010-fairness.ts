/**
 * Orders queued sends by when they are due, so that a postponed one comes after those not tried yet. Indexes a day's
 * spending by when it was known, and sweeps by address.
 */
export const up = `
drop index sends_queued;
create index sends_queued on sends (environment, network, chain, signer, due_at, id) where state = 'queued';
drop index authorizations_by_time;
create index authorizations_spent on authorizations (environment, network, ended_at);
drop index refunds_signed;
create index refunds_signed on refunds (chain, from_address, completed_at) where method = 'signer';
create index sweeps_of_deposit on sweeps (chain, token, address, send_id);
`
