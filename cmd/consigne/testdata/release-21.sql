-- What seedStays and seedManager write, as rows of schema 21: the database that TestUpgradeOfARunningSite begins with.
SET session_replication_role = replica; -- people_versions holds what the triggers would write
INSERT INTO accounts (id, email, email_key, last_name, first_name, phone, password_hash, is_admin, is_active, created_at, anonymised_at, deleted_at, last_folded, first_folded, email_folded, last_active_at, revision) VALUES (1, 'gestionnaire@exemple.test', 'gestionnaire@exemple.test', '', '', '', '$argon2id$v=19$m=19456,t=2,p=1$pm/wCoHzKGtc6OOdJfSj0Q$sXEN9LtH87pvMVxDnyYr9n3Td4dMjCbMczR5lBHZegE', false, true, 1790000000000, NULL, NULL, '', '', 'gestionnaire@exemple.test', 1790000000000, 1);
INSERT INTO operators (id, name, name_folded, email, street, street_extra, postal_code, city, metabase_id, created_at, archived_at, is_open, revision) VALUES (1, 'Grandval', 'grandval', '', '', '', '', '', NULL, 1790000000000, NULL, false, 1);
INSERT INTO account_operators (account_id, operator_id) VALUES (1, 1);
INSERT INTO account_roles (account_id, operator_id, role) VALUES (1, 1, 'Gestionnaire');
INSERT INTO stations (id, operator_id, admin_label, admin_label_folded, name, name_folded, kind, counting_system, is_active, street, postal_code, city, latitude, longitude, created_at, archived_at, changed_at, revision) VALUES (1, 1, 'G', 'g', 'Gare', 'gare', 'collec', NULL, true, '', '', '', '45.19', '5.71', 1790000000000, NULL, 1790000000000, 1);
INSERT INTO lockers (id, station_id, name, type_id, complement, is_active, card_address, card_ports, capacity, counter_reference, counted, counted_at, created_at, archived_at, revision, full_since) VALUES (1, 1, 'Abri', 4, '', true, '', '', 20000, '', NULL, NULL, 1790000000000, NULL, 1, NULL);
INSERT INTO tariffs (id, operator_id, version, created_at, archived_at, revision) VALUES (1, 1, 1, 1790000000000, NULL, 1);
INSERT INTO people_versions (block, version) VALUES (0, 3);
INSERT INTO tariff_lockers (tariff_id, locker_id) VALUES (1, 1);
INSERT INTO tariff_versions (tariff_id, version, admin_label, public_label, is_subscription, unit, amount, promo_amount, ceiling, ceiling_minutes, free_minutes, free_deducted, overrun_minutes, overrun_amount, overrun_unit, removal_minutes, removal_amount, created_at) VALUES (1, 1, 'À l''heure', 'Abri', false, 'heure', 50, NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, 1790000000000);
SELECT setval('accounts_id_seq', 1);
SELECT setval('operators_id_seq', 1);
SELECT setval('stations_id_seq', 1);
SELECT setval('lockers_id_seq', 1);
SELECT setval('tariffs_id_seq', 1);
SET session_replication_role = DEFAULT;
