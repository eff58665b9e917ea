"""Names of vendors in text, and slugs."""

from fab_pipeline.vocabulary.vendors import find_vendors, vendor_of_name, vendors


def test_the_longest_name_counts_and_latin_names_are_whole_words():
    assert [(hit.vendor.slug, hit.start, hit.end) for hit in find_vendors("天翼云与 Lambda 不是 LambdaTest")] == [
        ("china-telecom-cloud", 0, 3),
        ("lambda", 5, 11),
    ]


def test_an_unlisted_name_is_named_as_printed():
    vendor = vendor_of_name("Northlight Compute")
    assert (vendor.slug, vendor.name, vendor.listed) == ("northlight-compute", "Northlight Compute", False)


def test_slugs_are_unique():
    assert len({vendor.slug for vendor in vendors()}) == len(vendors())
