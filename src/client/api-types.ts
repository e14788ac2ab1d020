/** Drawn from the API document by scripts/client-types.ts; do not edit. */

export interface paths {
    readonly "/v1/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove the background of a photo
         * @description Cuts out the subject of one photo, and puts it on a canvas, a background and a shadow if asked to. Send `image_file` or `image_url`, not both. What a person should look at is listed in `X-Warnings`; with several presets the result is a ZIP with a picture of each, for the price of one.
         */
        readonly post: operations["removeBackground"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/presets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Presets for shops and networks
         * @description What marketplaces, shops and networks ask of a picture, by `preset` of `POST /v1/remove`. Not counted against the rate.
         */
        readonly get: operations["listPresets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/portrait-style": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Paint a portrait in a style (preview, may change)
         * @description Preview: may change. Restyles a portrait with a preset, or with a `prompt`. The person stays recognisable and keeps their skin tone; a picture without a face is styled as a whole. The result is at source resolution, at most 2048 px on the longest side (2 credits); with `preview=1` it is free, small and watermarked. The header `X-Style-Recipe` says what it was made from: for a prompt, what was understood, what was not, and which requested things were not added (`not added=balloon`). Unknown parameters are refused; `image_url` is ignored.
         */
        readonly post: operations["stylePortrait"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/styles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Styles for portraits (preview, may change)
         * @description Preview: may change. All styles, with a picture of each. Not counted against the rate.
         */
        readonly get: operations["listStyles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/id-photo": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make an ID photo (preview, may change)
         * @description Preview: may change. Removes the background of a portrait, puts a plain colour behind it and crops it to a named format: head height, eye line and margins by the rules of the authority, exact pixels, density tag and file size; or to a size of your own. The result is a JPEG (1 credit), or a PDF of print sheets; with `preview=1` it is free, small and watermarked. Possible problems are listed in the header `X-Warnings`, as comma-separated codes; `X-Photo-Faults` has those that concern the photo, `X-Policy-Notes` those that concern the authority. Unknown parameters are refused. There is no guarantee that an authority accepts a photo.
         */
        readonly post: operations["makeIdPhoto"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/id-photo/specs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Formats of ID photos (preview, may change)
         * @description Preview: may change. All formats with their sizes, rules and colours, and what each warning means. Not counted against the rate.
         */
        readonly get: operations["listIdPhotoFormats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/results": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The results that are kept
         * @description All results of the account that have not expired, whichever key made them, newest first, a page at a time. They are kept for 3 days; those of /v1.0 with an `Idempotency-Key` for a day. Needs the scope `results`. Not counted against the rate.
         */
        readonly get: operations["listResults"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete all results
         * @description All results of the account, whichever key made them, up to 1,000 per call: while `next` is not null, call again with it as `before`. Requests that are still running keep theirs, and so does what is made after the first call. What was charged stays in the history. Needs the scope `results`. Not counted against the rate.
         */
        readonly delete: operations["deleteResults"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/results/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A result of the account
         * @description Needs the scope `results`. Not counted against the rate.
         */
        readonly get: operations["describeResult"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a result
         * @description Its picture, its address and its name are gone at once. What was charged for it stays in the history. Needs the scope `results`. Not counted against the rate.
         */
        readonly delete: operations["deleteResult"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Balance and limits
         * @description Of the account, and of the key of this call. Needs the scope `account`. Not counted against the rate.
         */
        readonly get: operations["getBalance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Images and credits by day
         * @description Of all keys of the account, as the account page shows it; deleted results still count. Needs the scope `account`. Not counted against the rate.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Your jobs
         * @description Newest first; only those of operations that the key may be used for. Not counted against the rate.
         */
        readonly get: operations["listJobs"];
        readonly put?: never;
        /**
         * Hand over images and be told later
         * @description Takes an operation, its parameters, and an image or a list of addresses, and answers at once; the images are processed behind requests that somebody waits for. All parameters are checked now, with the messages of the operation’s own route; unknown ones are refused, except for `cutout`. Each finished image is charged once; nothing is held or charged before an image begins, nor for one that fails. A job counts as one image of the rate, outlives restarts of the server, and is deleted with its last results, 3 days after it has ended. An account may have 200 unfinished jobs.
         */
        readonly post: operations["createJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A job and its images
         * @description State, place in the queue, expected end, results and errors. Not counted against the rate.
         */
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Cancel what has not begun
         * @description Images that are being processed are finished and charged; what would have to be tried again is cancelled as well. Cancelling again, or too late, changes nothing.
         */
        readonly delete: operations["cancelJob"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/jobs/{id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What happens to a job, as it happens
         * @description Server-sent events: `item` whenever an image has finished or failed (a `JobItem`), `job` whenever the counts have changed (a `JobSummary`). It begins with everything that has ended, or, with `Last-Event-ID`, after that event; it ends with the job. At most 20 at the same time.
         */
        readonly get: operations["followJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/r/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A result
         * @description The address that an image route answers with, which may be on another server (`CDN_URL`). It needs no key, is kept for 3 days, and does not count against the rate.
         */
        readonly get: operations["getResult"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1.0/cutout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove the background; the answer is the picture
         * @description Follows the conventions of the remove.bg API v1.0: only the base URL changes. Words may be in any case, empty values count as not given, and unknown fields are ignored.
         */
        readonly post: operations["cutout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1.0/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Credit balance
         * @description Not counted against the rate. For an unlimited account `total` and `payg` are 999999999.
         */
        readonly get: operations["getAccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Account: {
            readonly data: {
                readonly attributes: {
                    readonly credits: {
                        readonly total: number;
                        readonly subscription: number;
                        readonly payg: number;
                        readonly enterprise: number;
                    };
                    readonly api: {
                        readonly free_calls: number;
                        readonly sizes: string;
                    };
                };
            };
        };
        readonly Balance: {
            /** @description Credits. */
            readonly balance: number;
            /** @description Credits that requests under way may be charged. */
            readonly held: number;
            /** @description `balance` less `held`. */
            readonly available: number;
            /** @description Nothing is charged, whatever the balance. */
            readonly unlimited: boolean;
            /** @description Images per minute. */
            readonly rate_limit: {
                readonly key: number;
                /** @description Of all its keys together. */
                readonly account: number;
            };
            /** @description The key of this call. */
            readonly key: {
                readonly name: string;
                readonly scopes: readonly ("remove" | "id-photo" | "portrait-style" | "results" | "account")[] | null;
                readonly expires_at: string | null;
            };
        };
        /** @description How /v1.0 reports errors. */
        readonly CompatProblems: {
            /** @description One for each wrong parameter. */
            readonly errors: readonly {
                readonly title: string;
                /** @enum {string} */
                readonly code: "invalid_parameter" | "expectation_failed" | "file_too_large" | "failed_image_download" | "auth_failed" | "forbidden" | "insufficient_credits" | "not_found" | "method_not_allowed" | "conflict" | "invalid_image" | "unknown_foreground" | "rate_limit_exceeded" | "internal_error" | "service_busy";
                readonly detail?: string;
            }[];
        };
        readonly CutoutFields: components["schemas"]["CutoutOptions"] & {
            /**
             * @description `none` leaves out the header `X-Type`; all others mean the same. `1` unless given.
             * @enum {string}
             */
            readonly type_level?: "1" | "2" | "none" | "latest";
            /**
             * @description Crop to the subject. `false` unless given.
             * @enum {string}
             */
            readonly crop?: "0" | "1" | "false" | "true";
            /** @description 1, 2 or 4 margins in px or %, at most 50% or 500px. `0` unless given. */
            readonly crop_margin?: string;
        } & ({
            /** @description The image as base64, with or without a `data:` prefix. */
            readonly image_file_b64: string;
            readonly image_url?: never;
        } | {
            /** @description Public http or https address of the image. */
            readonly image_url: string;
            readonly image_file_b64?: never;
        }) & ({
            /** @description Hex colour of 3, 4, 6 or 8 digits, with or without `#`, a CSS colour name, or `transparent`. */
            readonly bg_color?: string;
            readonly bg_image_url?: never;
            readonly bg_image_file?: never;
        } | {
            /** @description Address of a background picture; scaled to cover. */
            readonly bg_image_url: string;
            /** @enum {string} */
            readonly bg_color?: "transparent";
            readonly bg_image_file?: never;
        });
        readonly CutoutForm: components["schemas"]["CutoutOptions"] & {
            /**
             * @description `none` leaves out the header `X-Type`; all others mean the same. `1` unless given.
             * @enum {string}
             */
            readonly type_level?: "1" | "2" | "none" | "latest";
            /**
             * @description Crop to the subject. `false` unless given.
             * @enum {string}
             */
            readonly crop?: "0" | "1" | "false" | "true";
            /** @description 1, 2 or 4 margins in px or %, at most 50% or 500px. `0` unless given. */
            readonly crop_margin?: string;
        } & ({
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP or BMP, recognised by content; at most 20 MB.
             */
            readonly image_file: Blob;
            readonly image_file_b64?: never;
            readonly image_url?: never;
        } | {
            /** @description The image as base64, with or without a `data:` prefix. */
            readonly image_file_b64: string;
            readonly image_file?: never;
            readonly image_url?: never;
        } | {
            /** @description Public http or https address of the image. */
            readonly image_url: string;
            readonly image_file?: never;
            readonly image_file_b64?: never;
        }) & ({
            /** @description Hex colour of 3, 4, 6 or 8 digits, with or without `#`, a CSS colour name, or `transparent`. */
            readonly bg_color?: string;
            readonly bg_image_url?: never;
            readonly bg_image_file?: never;
        } | {
            /** @description Address of a background picture; scaled to cover. */
            readonly bg_image_url: string;
            /** @enum {string} */
            readonly bg_color?: "transparent";
            readonly bg_image_file?: never;
        } | {
            /**
             * Format: binary
             * @description A background picture; scaled to cover.
             */
            readonly bg_image_file: Blob;
            /** @enum {string} */
            readonly bg_color?: "transparent";
            readonly bg_image_url?: never;
        });
        readonly CutoutJson: {
            readonly data: {
                /**
                 * Format: byte
                 * @description The picture, as base64.
                 */
                readonly result_b64: string;
                /** @description Top edge of the subject, in pixels of the returned picture. */
                readonly foreground_top: number;
                /** @description Left edge of the subject. */
                readonly foreground_left: number;
                /** @description Width of the subject. */
                readonly foreground_width: number;
                /** @description Height of the subject. */
                readonly foreground_height: number;
            };
        };
        readonly CutoutOptions: {
            /**
             * @description `preview`, `small`, `regular`: 640 px, watermarked, free. `medium`, `hd`, `4k`, `full`, `50MP`: up to 1.5 / 4 / 25 / 25 / 50 MP, 1 credit. `auto`: `full` if the credits suffice, else `preview`. For unlimited accounts all are clean and free, and `auto` is `full`. `preview` unless given.
             * @enum {string}
             */
            readonly size?: "preview" | "small" | "regular" | "medium" | "hd" | "4k" | "full" | "50MP" | "auto";
            /**
             * @description Which subject wins when there are several. `auto` unless given.
             * @enum {string}
             */
            readonly type?: "auto" | "person" | "product" | "animal" | "car" | "other" | "graphic" | "transportation" | "graphics" | "car_interior" | "car_part";
            /**
             * @description `png`: at most 10 MP. `zip`: color.jpg and alpha.png. `auto` unless given.
             * @enum {string}
             */
            readonly format?: "auto" | "png" | "jpg" | "webp" | "zip";
            /** @description Region that can hold the subject: `x1 y1 x2 y2`, in px or %. `0% 0% 100% 100%` unless given. */
            readonly roi?: string;
            /** @description Size of the subject: `original`, or `10%` to `100%`. `original` unless given. */
            readonly scale?: string;
            /** @description Place of the subject: `original`, `center`, or one or two percentages. `original` unless given. */
            readonly position?: string;
            /**
             * @description `alpha`: the mask alone. `rgba` unless given.
             * @enum {string}
             */
            readonly channels?: "rgba" | "alpha";
            /** @description Not of remove.bg. How closely the network looks: `fast`, `balanced`, `best`, or a network that the operator has added. */
            readonly detail?: ("fast" | "balanced" | "best") | string;
        };
        readonly CutoutRequest: components["schemas"]["CutoutOptions"] & {
            /** @description `none` leaves out the header `X-Type`; all others mean the same. `1` unless given. */
            readonly type_level?: ("1" | "2" | "none" | "latest") | (1 | 2);
            /** @description Crop to the subject. `false` unless given. */
            readonly crop?: boolean | ("0" | "1" | "false" | "true") | (0 | 1);
            /** @description 1, 2 or 4 margins in px or %, at most 50% or 500px. `0` unless given. */
            readonly crop_margin?: string | number;
        } & ({
            /** @description The image as base64, with or without a `data:` prefix. */
            readonly image_file_b64: string;
            readonly image_url?: never;
        } | {
            /** @description Public http or https address of the image. */
            readonly image_url: string;
            readonly image_file_b64?: never;
        }) & ({
            /** @description Hex colour of 3, 4, 6 or 8 digits, with or without `#`, a CSS colour name, or `transparent`. */
            readonly bg_color?: string;
            readonly bg_image_url?: never;
            readonly bg_image_file?: never;
        } | {
            /** @description Address of a background picture; scaled to cover. */
            readonly bg_image_url: string;
            /** @enum {string} */
            readonly bg_color?: "transparent";
            readonly bg_image_file?: never;
        });
        readonly Deletion: {
            /** @description How many were deleted by this call. */
            readonly deleted: number;
            /** @description To be sent as `before` while there are more; null when all are gone. */
            readonly next: string | null;
        };
        readonly IdPhotoByOwnSize: {
            /** @description Pixels per inch: of a size of your own, 300 unless given, or of a `spec` whose `size_basis` is `mm`. */
            readonly dpi?: number;
            /** @description Smallest head, chin to hair, in percent of the height; only with `head_max`. */
            readonly head_min?: number;
            /** @description Largest head. Without both: 50 to 75 %, as near to 65 % as the photo allows. */
            readonly head_max?: number;
            /** @description Largest file of a size of your own, in kB of 1000 bytes. */
            readonly max_kb?: number;
        } & ({
            /** @description Width of the photo on paper, instead of `spec`. */
            readonly width_mm: number;
            /** @description Height of the photo on paper. */
            readonly height_mm: number;
            readonly width_px?: never;
            readonly height_px?: never;
        } | {
            /** @description Width of the photo in pixels, instead of `spec` and `width_mm`. */
            readonly width_px: number;
            /** @description Height of the photo in pixels. */
            readonly height_px: number;
            readonly width_mm?: never;
            readonly height_mm?: never;
        }) & {
            /** @description How many photos; as many as fit on one sheet unless given. More go on a `pdf`. */
            readonly copies?: number;
            readonly sheet_photos?: never;
            readonly spec?: never;
        };
        readonly IdPhotoBySpec: {
            /** @description The format; `GET /v1/id-photo/specs` describes each. Give this, or a size of your own: `width_mm` and `height_mm`, or `width_px` and `height_px`. */
            readonly spec: ("1inch" | "small_1inch" | "large_1inch" | "2inch" | "small_2inch" | "large_2inch" | "3inch" | "5inch" | "cn_id_card" | "cn_social_security" | "cn_passport" | "cn_passport_online" | "cn_visa" | "cn_visa_online" | "cn_driver_license" | "cn_chsi_graduate" | "cn_civil_service" | "cn_teacher_cert" | "cn_mandarin_test" | "cn_ncre" | "cn_cet" | "cn_postgrad_exam" | "hk_passport" | "tw_passport" | "us_passport" | "us_visa" | "us_dv_lottery" | "us_green_card" | "uk_passport" | "uk_visa" | "ie_passport" | "schengen_visa" | "de_passport" | "fr_passport" | "it_passport" | "es_dni" | "nl_passport" | "ch_passport" | "pl_id_card" | "fi_passport" | "ee_id_card" | "ru_passport" | "ru_internal_passport" | "tr_passport" | "ca_passport" | "ca_pr_card" | "ca_visa" | "br_passport" | "br_passport_5x7" | "br_visa" | "mx_passport" | "ar_dni" | "in_passport" | "in_visa" | "in_oci" | "in_pan_nsdl" | "in_pan_uti" | "pk_passport" | "bd_passport" | "jp_passport" | "jp_my_number" | "jp_visa" | "jp_visa_45x45" | "jp_resume" | "jp_driver_license" | "jp_residence_card" | "kr_passport" | "kr_visa" | "kr_keta" | "kr_resume" | "au_passport" | "nz_passport" | "nz_visa" | "sg_passport" | "my_passport" | "my_visa" | "th_visa" | "th_voa" | "vn_visa" | "vn_id_card" | "id_evisa" | "id_photo_4x6" | "ph_passport" | "ph_visa" | "ae_emirates_id" | "ae_passport" | "ae_visa" | "sa_evisa" | "sa_passport" | "kw_passport" | "bh_passport" | "eg_passport" | "za_passport" | "ng_passport" | "ke_passport" | "icao_35x45") | string;
            /** @description Pixels per inch: of a size of your own, 300 unless given, or of a `spec` whose `size_basis` is `mm`. */
            readonly dpi?: number;
            /** @description How many photos; as many as fit on one sheet unless given. More go on a `pdf`. */
            readonly copies?: number;
            readonly sheet_photos?: never;
            readonly width_mm?: never;
            readonly height_mm?: never;
            readonly width_px?: never;
            readonly height_px?: never;
            readonly head_min?: never;
            readonly head_max?: never;
            readonly max_kb?: never;
        };
        readonly IdPhotoForm: {
            /** @description `white`, `blue`, `red`, or another name of `GET /v1/id-photo/specs`, or a colour as `#RRGGBB` or `#RGB`, with or without the `#`. Unless given, the `default_background` of the format: `white`, except where the authority refuses it (`light_grey` for passports of the UK, for example). */
            readonly bg_color?: string;
            /**
             * @description `upload`: the pixels and kilobytes that portals ask for, as described by the format. `print`: its millimetres at 300 to 600 dpi, as many as the photo has pixels for, without limits on the file. `upload` unless given; a `sheet` is always for print.
             * @enum {string}
             */
            readonly purpose?: "upload" | "print";
            /**
             * @description `1`: free and watermarked (clean for unlimited accounts), at most 400 px on the longest side. Same warnings and refusals. Works with `sheet`, too. `0` unless given.
             * @enum {string}
             */
            readonly preview?: "0" | "1" | "false" | "true";
            /** @description How closely the network looks for the subject: `fast`, `balanced` or `best`, or the name of a network that the operator has added. Unless given, what the operator has chosen. */
            readonly detail?: ("fast" | "balanced" | "best") | string;
            /** @description Return a sheet to print instead of the single photo, with cutting lines. It costs the same. File limits of the format do not apply to it. A paper by its name, or a size such as `100x150mm` or `8x10in`. */
            readonly sheet?: ("4x6" | "6in" | "5in" | "a4" | "letter" | "10x15" | "13x18" | "a5" | "a6") | string;
            /** @description Millimetres to the edges of the paper; 3 unless given. */
            readonly sheet_margin?: number;
            /** @description Millimetres between photos; 2 unless given. With 0, cutting lines are in the margins alone. */
            readonly sheet_gap?: number;
            /**
             * @description A picture of one page, or a PDF with exact millimetres and as many pages as it takes; `jpg` unless given.
             * @enum {string}
             */
            readonly sheet_format?: "jpg" | "pdf";
            /**
             * @description Pixels per inch of the photos on it; 300 unless given.
             * @enum {string}
             */
            readonly sheet_dpi?: "300" | "600";
        } & {
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF, recognised by content; at most 20 MB, 32 to 10000 px, under 50 MP.
             */
            readonly image_file: Blob;
        } & (components["schemas"]["IdPhotoBySpec"] | components["schemas"]["IdPhotoByOwnSize"] | components["schemas"]["IdPhotosOnSheet"]);
        readonly IdPhotoFormat: {
            /** @description The value of `spec`. */
            readonly id: string;
            readonly name: string;
            /** @description Other names for it. */
            readonly aliases: readonly string[];
            /** @description Its code, or `INT`. */
            readonly country: string;
            readonly width_mm: number;
            readonly height_mm: number;
            readonly width_px: number;
            readonly height_px: number;
            readonly dpi: number;
            /** @description Colours that the authority allows; it prefers the first. */
            readonly backgrounds: readonly string[];
            readonly default_background: string;
            readonly min_kb: number | null;
            readonly max_kb: number | null;
            /**
             * @description What counts as the top of the head.
             * @enum {string}
             */
            readonly crown: "hair" | "skull";
            /** @description Smallest and largest height of the head. */
            readonly head_ratio: readonly [
                number,
                number
            ];
            readonly eye_line_from_bottom_ratio: readonly [
                number,
                number
            ] | null;
            readonly top_margin: {
                readonly mm: readonly [
                    number,
                    number
                ] | null;
                /** @description Smallest and largest room above the head. */
                readonly ratio: readonly [
                    number,
                    number
                ];
                /** @description False: our own tolerance, not a rule of the authority. */
                readonly official: boolean;
            } | null;
            /** @description What we aim at. */
            readonly target: {
                readonly head: number;
                readonly top: number;
            };
            /**
             * @description Whether the authority accepts photos whose background was edited.
             * @enum {string}
             */
            readonly edited_background_policy: "unknown" | "rejected" | "in_person_or_certified";
            readonly note: string;
        };
        readonly IdPhotoFormats: {
            readonly specs: readonly components["schemas"]["IdPhotoFormat"][];
            /** @description Background colours by name, as #RRGGBB. */
            readonly colors: {
                readonly [key: string]: string;
            };
            /** @description What the codes of `X-Warnings` mean. */
            readonly warnings: {
                readonly [key: string]: string;
            };
            /** @description Codes of `warnings` that concern the photo. */
            readonly faults: readonly string[];
            /** @description Codes of `warnings` that concern what the authority accepts. */
            readonly notes: readonly string[];
        };
        readonly IdPhotosOnSheet: {
            /** @description Return a sheet to print instead of the single photo, with cutting lines. It costs the same. File limits of the format do not apply to it. A paper by its name, or a size such as `100x150mm` or `8x10in`. */
            readonly sheet: ("4x6" | "6in" | "5in" | "a4" | "letter" | "10x15" | "13x18" | "a5" | "a6") | string;
            /** @description Several formats of the same photo on one sheet, instead of `spec`: ids, or sizes such as `35x45mm`, each with its number: `us_passport:2,schengen_visa:4`. All must work out; `X-Format-Warnings` has the warnings of each. */
            readonly sheet_photos: string;
            readonly spec?: never;
            readonly copies?: never;
            readonly width_mm?: never;
            readonly height_mm?: never;
            readonly width_px?: never;
            readonly height_px?: never;
            readonly dpi?: never;
            readonly head_min?: never;
            readonly head_max?: never;
            readonly max_kb?: never;
        };
        readonly Job: {
            readonly id: string;
            /**
             * @description What is done with each image.
             * @enum {string}
             */
            readonly operation: "remove" | "id-photo" | "portrait-style" | "cutout";
            /**
             * @description `finished`: every image has a result or an error.
             * @enum {string}
             */
            readonly state: "waiting" | "running" | "finished" | "cancelled";
            /**
             * Format: date-time
             * @description When it was handed over.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When its last image ended.
             */
            readonly finished_at?: string;
            /**
             * Format: date-time
             * @description When it is deleted; set once it has ended.
             */
            readonly expires_at?: string;
            readonly counts: components["schemas"]["JobCounts"];
            /**
             * Format: date-time
             * @description At the pace so far; before there is one, `GET /v1/jobs/{id}` goes by that of your last such job.
             */
            readonly expected_end?: string;
            /** @description Images of your earlier jobs that come first. Accounts take turns. */
            readonly ahead: number;
            readonly items: readonly components["schemas"]["JobItem"][];
            /** @description There are more images: send it as `after`. */
            readonly next?: number;
        };
        readonly JobCounts: {
            /** @description All images of the job. */
            readonly total: number;
            /** @description Not begun, or to be tried again. */
            readonly waiting: number;
            /** @description Being processed; credit is held for these alone. */
            readonly running: number;
            /** @description With a result, and charged. */
            readonly finished: number;
            /** @description With an error, and not charged. */
            readonly failed: number;
            /** @description Not begun when the job was cancelled. */
            readonly cancelled: number;
        };
        /** @description Server-sent events. */
        readonly JobEvents: string;
        readonly JobForm: ({
            /**
             * @description What is done with each image.
             * @enum {string}
             */
            readonly operation: "remove" | "id-photo" | "portrait-style" | "cutout";
        } & {
            readonly [key: string]: unknown;
        }) & ({
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF, recognised by content; at most 20 MB, 32 to 10000 px, under 50 MP.
             */
            readonly image_file: Blob;
            readonly image_url?: never;
            readonly image_urls?: never;
        } | {
            /** @description Public http or https address of the image. */
            readonly image_url: string;
            readonly image_file?: never;
            readonly image_urls?: never;
        } | {
            /** @description Up to 1000 addresses, one per line, or the field repeated. */
            readonly image_urls: string;
            readonly image_file?: never;
            readonly image_url?: never;
        });
        readonly JobItem: {
            /** @description Its place in the list that was sent. */
            readonly position: number;
            /**
             * @description The last three are final.
             * @enum {string}
             */
            readonly state: "waiting" | "running" | "finished" | "failed" | "cancelled";
            /** @description As it was sent; absent for an uploaded image. */
            readonly image_url?: string;
            /** @description What the operation’s own route would answer. */
            readonly result?: {
                /**
                 * Format: uri
                 * @description Temporary address of the processed image.
                 */
                readonly url: string;
                /** @description The codes of `X-Warnings`. */
                readonly warnings: readonly string[];
                /** @description `X-Format-Warnings`, as a list. */
                readonly formats?: readonly unknown[];
                /** @description `X-Picture-Warnings`, as a list. */
                readonly pictures?: readonly unknown[];
                /** @description As `X-Style-Recipe`. */
                readonly style_recipe?: string;
                /** @description As `X-Confidence`. */
                readonly confidence?: number;
                /** @description Why the result is watermarked, if it is. */
                readonly watermark?: string;
                /** @description Of a `cutout`, as `X-Width`. */
                readonly width?: number;
                /** @description As `X-Height`. */
                readonly height?: number;
                /** @description As `X-Foreground-Left` and the others. */
                readonly foreground?: {
                    readonly left: number;
                    readonly top: number;
                    readonly width: number;
                    readonly height: number;
                };
                /** @description As `X-Type`. */
                readonly type?: string;
            };
            /** @description What the operation’s own route would answer. */
            readonly error?: {
                readonly code: string;
                readonly message: string;
            };
            /** @description For this image. */
            readonly credits_charged: number;
        };
        readonly JobRequest: ({
            /**
             * @description What is done with each image.
             * @enum {string}
             */
            readonly operation: "remove" | "id-photo" | "portrait-style" | "cutout";
        } & {
            readonly [key: string]: unknown;
        }) & ({
            /** @description Public http or https address of the image. */
            readonly image_url: string;
            readonly image_urls?: never;
        } | {
            /** @description Addresses of the images. */
            readonly image_urls: readonly string[];
            readonly image_url?: never;
        });
        readonly JobSummary: {
            readonly id: string;
            /**
             * @description What is done with each image.
             * @enum {string}
             */
            readonly operation: "remove" | "id-photo" | "portrait-style" | "cutout";
            /**
             * @description `finished`: every image has a result or an error.
             * @enum {string}
             */
            readonly state: "waiting" | "running" | "finished" | "cancelled";
            /**
             * Format: date-time
             * @description When it was handed over.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When its last image ended.
             */
            readonly finished_at?: string;
            /**
             * Format: date-time
             * @description When it is deleted; set once it has ended.
             */
            readonly expires_at?: string;
            readonly counts: components["schemas"]["JobCounts"];
            /**
             * Format: date-time
             * @description At the pace so far; before there is one, `GET /v1/jobs/{id}` goes by that of your last such job.
             */
            readonly expected_end?: string;
        };
        readonly JobUrlForm: ({
            /**
             * @description What is done with each image.
             * @enum {string}
             */
            readonly operation: "remove" | "id-photo" | "portrait-style" | "cutout";
        } & {
            readonly [key: string]: unknown;
        }) & ({
            /** @description Public http or https address of the image. */
            readonly image_url: string;
            readonly image_urls?: never;
        } | {
            /** @description Up to 1000 addresses, one per line, or the field repeated. */
            readonly image_urls: string;
            readonly image_url?: never;
        });
        readonly Jobs: {
            readonly jobs: readonly components["schemas"]["JobSummary"][];
            /** @description There are more jobs: send it as `before`. Null on the last page. */
            readonly next: string | null;
        };
        readonly KeptResult: {
            readonly id: string;
            /**
             * Format: uri
             * @description Where the picture is; it needs no key.
             */
            readonly url: string;
            /** @description What made it, such as `remove`. */
            readonly operation: string;
            readonly content_type: string;
            readonly bytes: number;
            /**
             * Format: date-time
             * @description In UTC.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted.
             */
            readonly expires_at: string;
            /** @description Given by its owner on the account page; absent without one. */
            readonly name?: string;
        };
        readonly KeptResults: {
            readonly results: readonly components["schemas"]["KeptResult"][];
            /** @description To be sent as `before` for the next page, which may be empty; null on the last one. */
            readonly next: string | null;
        };
        readonly PortraitStyleForm: {
            /** @description A style in your own words, instead of the preset: media, artists, eras, colours, light, mood, background; in English, German, Spanish, French, Portuguese, Chinese or Japanese. Where it names no style ("warmer, softer"), it changes the preset. The same words always give the same picture. Things are not added; a prompt that wants little else, or is not understood, is refused and costs nothing. `preview=1` shows what becomes of it for free. */
            readonly prompt?: string;
            /** @description How strongly the style is applied: 0 to 100. `100` unless given. */
            readonly strength?: number | string;
            /**
             * @description `auto`: JPG unless something is transparent. `auto` unless given.
             * @enum {string}
             */
            readonly format?: "auto" | "png" | "jpg";
            /**
             * @description `1`: free and watermarked (clean for unlimited accounts), at most 400 px on the longest side. The same picture and the same `X-Style-Recipe`. `0` unless given.
             * @enum {string}
             */
            readonly preview?: "0" | "1" | "false" | "true";
            /** @description How closely the network looks for the subject: `fast`, `balanced` or `best`, or the name of a network that the operator has added. Unless given, what the operator has chosen. */
            readonly detail?: ("fast" | "balanced" | "best") | string;
        } & {
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF, recognised by content; at most 20 MB, 32 to 10000 px, under 50 MP.
             */
            readonly image_file: Blob;
            /** @description The style; `GET /v1/styles` shows each. Former ids are painted in the nearest style. */
            readonly style: ("oil-painting" | "impasto" | "watercolour" | "gouache" | "starry-night" | "sunlit-strokes" | "pointillist" | "golden-ornament" | "renaissance" | "blue-period" | "grisaille" | "pencil-sketch" | "ink-sketch" | "charcoal" | "red-chalk" | "coloured-pencil" | "banknote" | "halftone-news" | "risograph" | "cyanotype" | "comic-book" | "cyberpunk" | "synthwave" | "gel-light" | "film-noir" | "hollywood" | "silver-portrait" | "sepia-1900" | "tintype" | "gum-print" | "autochrome" | "faded-70s" | "cinematic" | "cross-process" | "duotone" | "studio-portrait") | string;
        };
        readonly Preset: {
            /** @description The value of `preset`. */
            readonly id: string;
            readonly name: string;
            /** @description Other values of `preset` for it. */
            readonly aliases: readonly string[];
            /** @description `marketplace`, `shop`, `social` or `profile`. */
            readonly group: string;
            readonly width: number;
            readonly height: number;
            /** @description The subject’s longer side, in percent of the canvas. */
            readonly fill: number;
            readonly fill_range: readonly [
                number,
                number
            ] | null;
            readonly align: string;
            /** @description As `#RRGGBB`, or `transparent`. */
            readonly background: string;
            readonly background_required: boolean;
            /** @description Transparent outside of a circle. */
            readonly round: boolean;
            readonly format: string;
            readonly max_kb: number | null;
            readonly min_side: number | null;
            readonly max_side: number | null;
            /** @description What else is asked for, which nobody can check here. */
            readonly note: string;
            readonly sources: readonly string[];
            /** @description When the sources were read. */
            readonly checked: string;
            /** @description `high`: the platform’s own figures; `medium`: others’ of it. */
            readonly confidence: string;
        };
        readonly Presets: {
            readonly presets: readonly components["schemas"]["Preset"][];
            /** @description What the codes of `X-Warnings` mean. */
            readonly warnings: {
                readonly [key: string]: string;
            };
        };
        /** @description How /v1 reports errors. */
        readonly Problem: {
            readonly errors: {
                /**
                 * @description For programs.
                 * @enum {string}
                 */
                readonly code: "validation error" | "expectation_failed" | "authentication_failed" | "forbidden" | "not_enough_credit" | "not_found" | "method_not_allowed" | "conflict" | "invalid_image" | "throttled" | "internal_error" | "service_busy";
                /** @description For people: what was wrong, and what is allowed. */
                readonly message: string;
            };
        };
        readonly RemoveByUrl: components["schemas"]["RemoveOptions"] & {
            /** @description Public http or https address of the image, instead of `image_file`. */
            readonly image_url: string;
        };
        readonly RemoveForm: components["schemas"]["RemoveOptions"] & {
            /**
             * Format: binary
             * @description A background picture; scaled to cover.
             */
            readonly bg_image_file?: Blob;
        } & ({
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF, recognised by content; at most 20 MB, 32 to 10000 px, under 50 MP.
             */
            readonly image_file: Blob;
            readonly image_url?: never;
        } | {
            /** @description Public http or https address of the image, instead of `image_file`. */
            readonly image_url: string;
            readonly image_file?: never;
        });
        readonly RemoveOptions: {
            /**
             * @description `preview` and `auto`: watermarked, free, at source resolution up to 4096 px, with edges as fine as at 640 px. `full`: clean, 1 credit, up to 4096 px. For unlimited accounts all are clean and free, and `auto` is `full`. `preview` unless given.
             * @enum {string}
             */
            readonly size?: "preview" | "full" | "auto";
            /**
             * @description `auto`: PNG if the result has any transparent pixel, else JPG. `jpg` flattens transparency on white. That of the `preset`, or `auto` unless given.
             * @enum {string}
             */
            readonly format?: "auto" | "png" | "jpg" | "webp" | "avif";
            /** @description `transparent`, `white`, or a colour as `#RRGGBB`. That of the `preset`, or `transparent` unless given. */
            readonly bg_color?: string;
            /** @description Public http or https address of a background picture. */
            readonly bg_image_url?: string;
            /** @description What a shop or network asks for: canvas, fill, background, format and weight; `GET /v1/presets` describes each. Other parameters go before it. Several, with commas between them, give a ZIP with a picture of each. */
            readonly preset?: ("amazon_main" | "ebay" | "etsy" | "shopify" | "google_merchant" | "walmart" | "zalando" | "otto" | "kaufland" | "allegro" | "mercado_libre" | "rakuten" | "meta_catalog" | "tiktok_shop" | "instagram_square" | "instagram_portrait" | "pinterest_pin" | "linkedin_profile" | "avatar_circle") | string;
            /** @description The size of the picture, such as `2000x2000`, or its shape, such as `1:1`. The subject is enlarged up to ten times for it. */
            readonly canvas?: string;
            /** @description How much of the canvas the subject takes, such as `85%`; all of it unless given. */
            readonly fill?: string;
            /**
             * @description `side`: the subject’s longer side. `weight`: its area, so that thin and square things look equally large. `side` unless given.
             * @enum {string}
             */
            readonly fill_by?: "side" | "weight";
            /**
             * @description `centre`; `bottom`: stands at the bottom; `optical`: its centre of gravity in the middle. `centre` unless given.
             * @enum {string}
             */
            readonly align?: "centre" | "center" | "bottom" | "optical";
            /** @description Room that stays free: 1, 2 or 4 values in px or %, at most 50% or 500px; on a canvas, of the canvas; with `crop`, around the subject. */
            readonly margin?: string;
            /**
             * @description Crop to the subject.
             * @enum {string}
             */
            readonly crop?: "0" | "1" | "false" | "true";
            /** @description Size of the subject without a canvas: `original`, or `10%` to `100%`. */
            readonly scale?: string;
            /** @description Place of the subject without a canvas: `original`, `center`, or one or two percentages. */
            readonly position?: string;
            /** @description Two colours, from top to bottom: `#ffffff #d8dce2`; with `radial` after them, from the middle outwards. */
            readonly bg_gradient?: string;
            /** @description 0 to 100: how much the background picture is blurred; without one, what was behind the subject in the photo. */
            readonly bg_blur?: number;
            /**
             * @description `contact`: under what stands on the ground; `drop`: behind the subject; `natural`: that of the photo, where it can be told from the ground. `none` unless given.
             * @enum {string}
             */
            readonly shadow?: "none" | "contact" | "drop" | "natural";
            /** @description 0 to 100; 50 unless given. */
            readonly shadow_strength?: number;
            /** @description 0 to 100; 50 unless given. */
            readonly shadow_softness?: number;
            /**
             * @description `cutout`; `mask`: white where the subject is; `foreground`: its own colours, opaque, also under its soft edge. `cutout` unless given.
             * @enum {string}
             */
            readonly output?: "cutout" | "mask" | "foreground";
            /** @description Of the encoder, 1 to 100, for JPG, WebP and AVIF; 92 unless given, or 80 for AVIF. */
            readonly quality?: number;
            /** @description Region that can hold the subject: `x1 y1 x2 y2`, in px or %. */
            readonly roi?: string;
            /** @description How closely the network looks for the subject: `fast`, `balanced` or `best`, or the name of a network that the operator has added. Unless given, what the operator has chosen. */
            readonly detail?: ("fast" | "balanced" | "best") | string;
        };
        readonly Result: {
            /**
             * Format: uri
             * @description Temporary address of the processed image; it is deleted after 3 days.
             */
            readonly url: string;
        };
        readonly Style: {
            readonly id: string;
            readonly name: string;
            readonly description: string;
            readonly category: string;
            readonly tags: readonly string[];
            /**
             * Format: uri
             * @description A small picture in this style. It may take a few seconds in the first minutes after set-up.
             */
            readonly preview_url: string;
        };
        readonly Styles: {
            readonly styles: readonly components["schemas"]["Style"][];
        };
        readonly Usage: {
            /** @description Every day from the first to the last, oldest first. */
            readonly days: readonly {
                /** Format: date */
                readonly day: string;
                /** @description Finished images, free ones included. */
                readonly images: number;
                /** @description What was charged for them. */
                readonly credits: number;
            }[];
            /** @description The same images by operation, over all these days. */
            readonly operations: readonly {
                /** @description Such as `remove`; `cutout` is that of /v1.0; null: free images of all operations. */
                readonly operation: string | null;
                /** @description Finished images, free ones included. */
                readonly images: number;
                /** @description What was charged for them. */
                readonly credits: number;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly removeBackground: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Any text. The same request with the same key within 24 hours gets the first answer again, with `Idempotent-Replayed: true`; it is not charged and does not count against the rate. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["RemoveForm"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["RemoveByUrl"];
                readonly "application/json": components["schemas"]["RemoveByUrl"];
            };
        };
        readonly responses: {
            /** @description The result is kept for 3 days. */
            readonly 201: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description On watermarked results: that it is, why, and what to do for a clean one, in plain English. */
                    readonly "X-Silhouette-Notice"?: string;
                    /** @description Images per minute for this key, or for its account where less of that is left. */
                    readonly "X-RateLimit-Limit"?: number;
                    /** @description Images left in this minute. */
                    readonly "X-RateLimit-Remaining"?: number;
                    /** @description When the minute ends, in Unix seconds. */
                    readonly "X-RateLimit-Reset"?: number;
                    /** @description Jobs ahead in the queue when the request was admitted. */
                    readonly "X-Queue-Ahead"?: number;
                    /** @description How long queueing and processing were expected to take at that moment. */
                    readonly "X-Queue-Expected-Seconds"?: number;
                    /** @description This is the answer to an earlier request with the same `Idempotency-Key`; nothing was charged. */
                    readonly "Idempotent-Replayed"?: "true";
                    /** @description How good the cut-out is likely to be, 0 to 1: the overlap with the true subject that the network expects. Below 0.97 it is worth a look. */
                    readonly "X-Confidence"?: number;
                    /** @description What a person should look at: the codes of `GET /v1/presets`. Comma-separated codes; absent if there are none. */
                    readonly "X-Warnings"?: string;
                    /** @description The same for each picture of a ZIP: `amazon_main.jpg: enlarged; ebay.jpg:`. */
                    readonly "X-Picture-Warnings"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Result"];
                };
            };
        };
    };
    readonly listPresets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ids are stable. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Presets"];
                };
            };
        };
    };
    readonly stylePortrait: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Any text. The same request with the same key within 24 hours gets the first answer again, with `Idempotent-Replayed: true`; it is not charged and does not count against the rate. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["PortraitStyleForm"];
            };
        };
        readonly responses: {
            /** @description The result is kept for 3 days. */
            readonly 201: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description On watermarked results: that it is, why, and what to do for a clean one, in plain English. */
                    readonly "X-Silhouette-Notice"?: string;
                    /** @description Images per minute for this key, or for its account where less of that is left. */
                    readonly "X-RateLimit-Limit"?: number;
                    /** @description Images left in this minute. */
                    readonly "X-RateLimit-Remaining"?: number;
                    /** @description When the minute ends, in Unix seconds. */
                    readonly "X-RateLimit-Reset"?: number;
                    /** @description Jobs ahead in the queue when the request was admitted. */
                    readonly "X-Queue-Ahead"?: number;
                    /** @description How long queueing and processing were expected to take at that moment. */
                    readonly "X-Queue-Expected-Seconds"?: number;
                    /** @description This is the answer to an earlier request with the same `Idempotency-Key`; nothing was charged. */
                    readonly "Idempotent-Replayed"?: "true";
                    /** @description What the picture was made from; for a prompt, also what was not understood and what was not added. */
                    readonly "X-Style-Recipe"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Result"];
                };
            };
        };
    };
    readonly listStyles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ids are stable. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Styles"];
                };
            };
        };
    };
    readonly makeIdPhoto: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Any text. The same request with the same key within 24 hours gets the first answer again, with `Idempotent-Replayed: true`; it is not charged and does not count against the rate. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["IdPhotoForm"];
            };
        };
        readonly responses: {
            /** @description The result is kept for 3 days. */
            readonly 201: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description On watermarked results: that it is, why, and what to do for a clean one, in plain English. */
                    readonly "X-Silhouette-Notice"?: string;
                    /** @description Images per minute for this key, or for its account where less of that is left. */
                    readonly "X-RateLimit-Limit"?: number;
                    /** @description Images left in this minute. */
                    readonly "X-RateLimit-Remaining"?: number;
                    /** @description When the minute ends, in Unix seconds. */
                    readonly "X-RateLimit-Reset"?: number;
                    /** @description Jobs ahead in the queue when the request was admitted. */
                    readonly "X-Queue-Ahead"?: number;
                    /** @description How long queueing and processing were expected to take at that moment. */
                    readonly "X-Queue-Expected-Seconds"?: number;
                    /** @description This is the answer to an earlier request with the same `Idempotency-Key`; nothing was charged. */
                    readonly "Idempotent-Replayed"?: "true";
                    /** @description Possible problems with the photo: the codes of `GET /v1/id-photo/specs`. Comma-separated codes; absent if there are none. */
                    readonly "X-Warnings"?: string;
                    /** @description The warnings that concern the photo. Comma-separated codes; absent if there are none. */
                    readonly "X-Photo-Faults"?: string;
                    /** @description The warnings that concern what the authority accepts. Comma-separated codes; absent if there are none. */
                    readonly "X-Policy-Notes"?: string;
                    /** @description The warnings of each format, if there are several on a sheet: `us_passport: blurred, head_tilted; 35x45mm:`. */
                    readonly "X-Format-Warnings"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Result"];
                };
            };
        };
    };
    readonly listIdPhotoFormats: {
        readonly parameters: {
            readonly query?: {
                /** @description Only formats that match all these words, the best first: `usa passport`, `35x45`, `2x2 inch`. Typos are tolerated. */
                readonly search?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ratios are relative to the height of the picture. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IdPhotoFormats"];
                };
            };
        };
    };
    readonly listResults: {
        readonly parameters: {
            readonly query?: {
                /** @description Only results of this operation; `cutout` is that of /v1.0. */
                readonly operation?: "remove" | "cutout" | "id-photo" | "portrait-style";
                /** @description How many at most. `50` unless given. */
                readonly limit?: number;
                /** @description The `next` of the page before; the newest results unless given. */
                readonly before?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of results. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeptResults"];
                };
            };
        };
    };
    readonly deleteResults: {
        readonly parameters: {
            readonly query: {
                /** @description Deletion of everything has to be meant: a slip in an address deletes nothing. */
                readonly confirm: "all";
                /** @description The `next` of the answer before, to go on. */
                readonly before?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How many were deleted. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deletion"];
                };
            };
        };
    };
    readonly describeResult: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The `id` of a result: its address without the extension. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeptResult"];
                };
            };
        };
    };
    readonly deleteResult: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The `id` of a result: its address without the extension. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is deleted. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deletion"];
                };
            };
        };
    };
    readonly getBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description As of now. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day, in UTC; 29 days before the last one unless given. */
                readonly from?: string;
                /** @description The last day, in UTC, at most 366 days with the first; today unless given. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Days in UTC. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description How many at most. `20` unless given. */
                readonly limit?: number;
                /** @description The `next` of the page before; the newest jobs unless given. */
                readonly before?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Jobs without their images. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Jobs"];
                };
            };
        };
    };
    readonly createJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Any text. The same request with the same key within 24 hours gets the first answer again, with `Idempotent-Replayed: true`; it is not charged and does not count against the rate. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["JobForm"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["JobUrlForm"];
                readonly "application/json": components["schemas"]["JobRequest"];
            };
        };
        readonly responses: {
            /** @description The job, before anything of it has begun. */
            readonly 202: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description The address of the job. */
                    readonly Location?: string;
                    /** @description Images per minute for this key, or for its account where less of that is left. */
                    readonly "X-RateLimit-Limit"?: number;
                    /** @description Images left in this minute. */
                    readonly "X-RateLimit-Remaining"?: number;
                    /** @description When the minute ends, in Unix seconds. */
                    readonly "X-RateLimit-Reset"?: number;
                    /** @description This is the answer to an earlier request with the same `Idempotency-Key`; nothing was charged. */
                    readonly "Idempotent-Replayed"?: "true";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next` of the page before. `0` unless given. */
                readonly after?: number;
                /** @description How many images at most. `100` unless given. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description As POST /v1/jobs answered it. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job as it is now. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly cancelJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description As POST /v1/jobs answered it. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job as it is now. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly followJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The id of the last event that was received. */
                readonly "Last-Event-ID"?: string;
            };
            readonly path: {
                /** @description As POST /v1/jobs answered it. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Until the job has ended. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["JobEvents"];
                };
            };
        };
    };
    readonly getResult: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Which bytes to send: `bytes=0-1023`. One range only. */
                readonly Range?: string;
                /** @description The `ETag` of a copy that the client has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description From the address: an unguessable id and the file extension. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole picture. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description As long as the result exists: `public, max-age=259200, immutable`. */
                    readonly "Cache-Control"?: string;
                    /** @description Identifies the picture, which never changes. */
                    readonly ETag?: string;
                    /** @description `bytes`: range requests are supported. */
                    readonly "Accept-Ranges"?: string;
                    /** @description `nosniff` */
                    readonly "X-Content-Type-Options"?: string;
                    /** @description Bytes in this answer. */
                    readonly "Content-Length"?: number;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": Blob;
                    readonly "image/jpeg": Blob;
                    readonly "application/pdf": Blob;
                };
            };
            /** @description The bytes asked for. */
            readonly 206: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description As long as the result exists: `public, max-age=259200, immutable`. */
                    readonly "Cache-Control"?: string;
                    /** @description Identifies the picture, which never changes. */
                    readonly ETag?: string;
                    /** @description `bytes`: range requests are supported. */
                    readonly "Accept-Ranges"?: string;
                    /** @description `nosniff` */
                    readonly "X-Content-Type-Options"?: string;
                    /** @description Bytes in this answer. */
                    readonly "Content-Length"?: number;
                    /** @description Which bytes these are, out of how many: `bytes 0-1023/48213`. */
                    readonly "Content-Range"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": Blob;
                    readonly "image/jpeg": Blob;
                    readonly "application/pdf": Blob;
                };
            };
            /** @description The picture is in a bucket: follow the link right away. */
            readonly 302: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description A link that works for a short time. */
                    readonly Location?: string;
                    /** @description `no-store`: keep the address of the result, not this link. */
                    readonly "Cache-Control"?: string;
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has the picture. */
            readonly 304: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description As long as the result exists: `public, max-age=259200, immutable`. */
                    readonly "Cache-Control"?: string;
                    /** @description Identifies the picture, which never changes. */
                    readonly ETag?: string;
                    /** @description `bytes`: range requests are supported. */
                    readonly "Accept-Ranges"?: string;
                    /** @description `nosniff` */
                    readonly "X-Content-Type-Options"?: string;
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly cutout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Any text. The same request with the same key within 24 hours gets the first answer again, with `Idempotent-Replayed: true`; it is not charged and does not count against the rate. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["CutoutForm"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["CutoutFields"];
                readonly "application/json": components["schemas"]["CutoutRequest"];
            };
        };
        readonly responses: {
            /** @description The picture; or JSON, with the picture as base64, if `Accept` lists `application/json` and neither `*\/*` nor an image type. The headers are the same. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    /** @description 0 for previews, repeated requests and unlimited accounts. */
                    readonly "X-Credits-Charged"?: number;
                    /** @description Of the returned picture, in pixels. */
                    readonly "X-Width"?: number;
                    /** @description Of the returned picture, in pixels. */
                    readonly "X-Height"?: number;
                    /** @description What the subject is; absent with `type_level=none`. */
                    readonly "X-Type"?: "person" | "product" | "animal" | "car" | "other";
                    /** @description Top edge of the subject, in pixels of the returned picture. */
                    readonly "X-Foreground-Top"?: number;
                    /** @description Left edge of the subject. */
                    readonly "X-Foreground-Left"?: number;
                    /** @description Width of the subject. */
                    readonly "X-Foreground-Width"?: number;
                    /** @description Height of the subject. */
                    readonly "X-Foreground-Height"?: number;
                    /** @description How good the cut-out is likely to be, 0 to 1: the overlap with the true subject that the network expects. Below 0.97 it is worth a look. */
                    readonly "X-Confidence"?: number;
                    /** @description On watermarked results: that it is, why, and what to do for a clean one, in plain English. */
                    readonly "X-Silhouette-Notice"?: string;
                    /** @description Images per minute for this key, or for its account where less of that is left. */
                    readonly "X-RateLimit-Limit"?: number;
                    /** @description Images left in this minute. */
                    readonly "X-RateLimit-Remaining"?: number;
                    /** @description When the minute ends, in Unix seconds. */
                    readonly "X-RateLimit-Reset"?: number;
                    /** @description Jobs ahead in the queue when the request was admitted. */
                    readonly "X-Queue-Ahead"?: number;
                    /** @description How long queueing and processing were expected to take at that moment. */
                    readonly "X-Queue-Expected-Seconds"?: number;
                    /** @description This is the answer to an earlier request with the same `Idempotency-Key`; nothing was charged. */
                    readonly "Idempotent-Replayed"?: "true";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": Blob;
                    readonly "image/jpeg": Blob;
                    readonly "image/webp": Blob;
                    readonly "application/zip": Blob;
                    readonly "application/json": components["schemas"]["CutoutJson"];
                };
            };
        };
    };
    readonly getAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The balance of the account that the key belongs to. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request; quote it when you ask for support. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
}
