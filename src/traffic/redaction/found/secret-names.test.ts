import { expect, it } from 'vitest';

import { isCount, isSecretCarrier, isSecretName } from './secret-names.ts';

/** Names of public APIs, of their headers, queries, forms and bodies. */
const secret = `
  password Password PASSWORD passwd pwd pass PASS user[pass] auth.pass passphrase pass_phrase passWord userPassword user_password
  userpassword userpwd proxy_pwd cardCode new_password newPassword password_confirmation passwordConfirmation password1 PASSWORD2
  password_hash passwordHash encrypted_password smtp_password DB_PASSWORD DB_PASS user[password]
  user.password users[0][password] ns:password oldPassword passwordNew
  secret Secret secrets client_secret clientSecret clientsecret CLIENT_SECRET webhook_secret webhookSecret
  app-secret SecretString secretValue consumer_secret oauth_token_secret X-Vault-Secret
  token tokens access_token accessToken AccessToken ACCESS_TOKEN accesstoken refresh_token refreshToken
  id_token idToken IDToken id_token_hint authToken X-Auth-Token x-access-token X-CSRF-Token X-XSRF-TOKEN
  csrfmiddlewaretoken authenticity_token X-CSRFToken bot_token personal_access_token page_access_token
  next_auth_token X-Amz-Security-Token PRIVATE-TOKEN X-GitHub-Token session_token device_token token[]
  token[0] token_hash resetToken X-Stuntdouble-Token
  api_key API_KEY apiKey ApiKey APIKey APIKEY apikey api-key X-API-Key x-api-key xapikey api_key[]
  api_keys api.key apikeys x-goog-api-key Ocp-Apim-Subscription-Key X-Functions-Key DD-APPLICATION-KEY
  private_key privateKey private_key_pem secret_key secretKey secret_access_key aws_secret_access_key
  accessKey signing_key encryptionKey AccountKey SharedKey
  authorization Authorization AUTHORIZATION Proxy-Authorization x-authorization auth X-Auth basic_auth
  cookie Cookie Set-Cookie cookies session_id sessionId sessionid SESSION_ID JSESSIONID PHPSESSID
  credential credentials X-Amz-Credential jwt accessTokenJWT
  pin card_pin otp otp_code verification_code two_factor_recovery_codes authorization_code code_verifier
  creds cred db_creds userCred bearer Bearer x-bearer csrf _csrf X-CSRF xsrf XSRF xsrf-value csrf[value]
  pin_code pinCode PINCODE pincode pin-codes totp totpCode totp_code passkey pass_key passKey
  hmacKey hmac_key sshKey ssh-key SSH_KEY deployKey deploy_key ssh.key mnemonic wallet_mnemonic seedPhrase
  seed_phrase seed-phrase recoveryPhrase admin_pass adminPass ADMIN_PASS root_pass user[hmac_key]
  connect.sid.secret private-key client-secret access-key access_key aws.access_key
  client_assertion SAMLResponse connectionString sig X-Amz-Signature
  one_time_code oneTimeCode two_factor_code twoFactorCode sms_code login_code loginCodes
  secretaccesskey secretAccessKey sharedaccesskey x-sharedaccesskey passwordconfirm passwordconfirmation tokenvalue
  secretvalue accesstokenvalue cardcvc cardcvv creditcardnumber clientprivatekey oldencryptionkey xaccesskey
  creditCard creditcard credit_card CREDIT_CARD creditCards cc_number ccNumber oauth_verifier license_key licenceKey licensekey
  app_key appKey App-Key service_key
  cvv cvv2 cvc card_number cardNumber credit_card_number
`;

/** Headers that browsers, servers, proxies and public APIs send. */
const headers = `
  accept accept-charset accept-encoding accept-language accept-patch accept-ranges access-control-allow-credentials
  access-control-allow-headers access-control-allow-origin access-control-expose-headers access-control-max-age
  access-control-request-headers access-control-request-method age allow alt-svc cache-control connection
  content-disposition content-encoding content-language content-length content-location content-range
  content-security-policy content-type date dnt early-data etag expect expires forwarded from host http2-settings
  idempotency-key if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive last-event-id
  last-modified link location max-forwards origin prefer preference-applied priority range ratelimit-limit
  ratelimit-remaining ratelimit-reset referer referrer-policy retry-after sec-ch-ua sec-fetch-dest sec-fetch-mode
  sec-fetch-site sec-gpc sec-websocket-extensions sec-websocket-key sec-websocket-protocol sec-websocket-version
  server server-timing strict-transport-security te timing-allow-origin trailer transfer-encoding traceparent
  tracestate upgrade upgrade-insecure-requests user-agent vary via warning www-authenticate x-amz-date
  x-amz-request-id x-amzn-trace-id x-b3-spanid x-b3-traceid x-cache x-client-version x-content-type-options
  x-continuation-token x-correlation-id x-csrf-header-name x-delivery-id x-device-id x-event-key x-forwarded-for
  x-forwarded-host x-forwarded-proto x-frame-options x-github-delivery x-github-event x-hub-signature
  x-hub-signature-256 x-next-page x-next-token x-page-token x-powered-by x-rate-limit-limit x-real-ip x-request-id
  x-requested-with x-response-time x-robots-tag x-runtime x-sort-key x-total-count x-xss-protection
  authority cachekey sortkey primarykey publickey partitionkey routingkey x-tokenheader-name
`;

const harmless = `
  page_token pageToken next_page_token nextPageToken next_token nextToken NextToken nexttoken pagetoken
  nextpagetoken continuationToken continuation_token ContinuationToken syncToken skiptoken $skiptoken
  $deltatoken resumptionToken startToken start_token page[token] page.token cursor marker
  max_tokens maxTokens maxtokens max_output_tokens max_completion_tokens min_tokens prompt_tokens
  completion_tokens input_tokens output_tokens total_tokens num_tokens completion_tokens_details
  tokens_used token_count tokenCount token_type tokenType token_endpoint token_name token_id tokenId
  token_expires_in token_url tokenize tokenizer tokenized
  password_required passwordRequired has_password hasPassword is_password_set password_reset_url
  password_changed_at password_policy requires_password with_password forgot_password_url
  secret_question_id secret_name secretName secret_arn secretary is_secret secret_scanning
  author author_id authors authored_at authorization_url authorizationUrl authorized authority authenticated
  authentication WWW-Authenticate oauth oauth_scopes auth_type auth_url access_token_url
  Access-Control-Allow-Credentials allow_credentials credential_id credential_type
  key keys primary_key primaryKey foreign_key sort_key public_key publicKey idempotency_key Idempotency-Key
  api_key_id apiKeyName access_key_id key_id api_version Sec-WebSocket-Key keyboard monkey
  cookie_policy cookie_consent session sessions session_count session_type possession_id sid AccountSid
  has_pin_code csrf_enabled csrfHeaderName bearer_methods_supported bearerFormat totp_enabled passkey_id
  ssh_key_id deploy_key_name mnemonic_length credit credit_limit creditor sidebar passenger passengers
  accredited incredible pinned_at bearing forbearer keypass_type pass_keys_count
  client_id clientId client_name code country_code postal_code pinned spin status_code zipcode
  card_type number phone_number account_number bypass compass boarding_pass ski-pass seasonPass pass_count passCount pass_rate
  pass_type pass_id pass[id] pass.name passes is_pass pumpkin
  time_code timecode factor_code form_code lifetime_code_count
  creditcardtype credit_card_id creditCardType card_cvc_required nextpagetokenvalue pagetokenvalue accesskeyid
  sharedaccesskeyname secretkeyname email_verifier verifier license license_type
  ${headers}
  name id value description title email user username login state nonce signature design sign
  content-type X-Request-Id ETag If-Match Location
`;

const namesOf = (text: string): readonly string[] => text.trim().split(/\s+/);

it.each(namesOf(secret))('a value named %s is a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

it.each(namesOf(harmless))('a value named %s is none', (name) => {
  expect(isSecretName(name)).toBe(false);
});

it.each<[string, string, boolean]>([
  ['api', 'key', true],
  ['card', 'number', true],
  ['client', 'secret', true],
  ['creditCard', 'number', true],
  ['creditcard', 'number', true],
  ['creditCard', 'cvc', true],
  ['credit_card', 'code', true],
  ['input', 'token', true],
  ['sync', 'token', true],
  ['with', 'password', true],
  ['requires', 'pin', true],
  ['creditCard', 'expiry', false],
  ['private', 'key', true],
  ['auth', 'pass', true],
  ['pass', 'id', false],
  ['page', 'token', false],
  ['pagination', 'token', false],
  ['next_page', 'token', false],
  ['session', 'id', false],
  ['phone', 'number', false],
  ['tokens', 'type', false],
])('as a member of "%s", "%s" is a secret: %s', (parent, name, expected) => {
  expect(isSecretName(name, parent)).toBe(expected);
});

it.each([
  ['sid', true],
  ['SID', true],
  ['connect.sid', true],
  ['session', true],
  ['X-Session', true],
  ['x-sid', true],
  ['laravel_session', true],
  ['token', true],
  ['session_count', false],
  ['sessions', false],
  ['X-Session-Type', false],
  ['side', false],
  ['theme', false],
])('in a header or a cookie, %s names a secret: %s', (name, expected) => {
  expect(isSecretCarrier(name)).toBe(expected);
});

it.each([
  ['tokens', false, true],
  ['credentials', false, true],
  ['pass', false, true],
  ['tokens[]', false, true],
  ['token', false, false],
  ['pin', false, false],
  ['pins', false, false],
  ['recoveryCodes', false, false],
  ['tokens', true, true],
  ['credentials', true, false],
])('numbers named %s, in a list: %s, are counts: %s', (name, isListed, expected) => {
  expect(isCount(name, isListed)).toBe(expected);
});

it('takes names of any length, and as many as come', () => {
  expect(isSecretName(`${'x'.repeat(100_000)}_password`)).toBe(true);
  expect(isSecretName('['.repeat(100_000))).toBe(false);
  for (let at = 0; at < 12_000; at += 1) isSecretName(`name-${at}`);
  expect(isSecretName('password')).toBe(true);
});
