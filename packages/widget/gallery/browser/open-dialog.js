// As a shop would.
document.querySelector('#pay').addEventListener('click', () => document.querySelector('crypto-checkout').open())
